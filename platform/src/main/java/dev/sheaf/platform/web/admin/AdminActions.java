package dev.sheaf.platform.web.admin;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.runs.InferredRun;

/** Actions of the forms on the pages of a source, by the last part of their address. */
final class AdminActions {

    private final HubControls controls;

    AdminActions(HubControls controls) {
        this.controls = controls;
    }

    /** Carries out an action; empty if there is no such action. */
    Optional<ActionResult> carryOut(String action, String id, AdminForm form) {
        SourceActions actions = controls.actions();
        return switch (action) {
            case "harvest" -> Optional.of(controls.harvests().start(id, HarvestOptions.DEFAULT.withFull(form.isTicked("full")),
                    new HarvestCare(form.isTicked("census"), form.isTicked("validate"), form.isTicked("now"))));
            case "pause" -> Optional.of(actions.pause(id));
            case "resume" -> Optional.of(actions.resume(id));
            case "hold" -> Optional.of(actions.hold(id));
            case "release" -> Optional.of(actions.release(id));
            case "cancel" -> Optional.of(actions.cancel(id));
            case "pin" -> Optional.of(actions.pin(id, form.text("interval")));
            case "unpin" -> Optional.of(actions.pin(id, null));
            case "approve" -> Optional.of(controls.harvests().patiently(id, "the deletions are being carried out",
                    () -> actions.approve(id)));
            case "reject" -> Optional.of(actions.reject(id));
            case "rollback" -> Optional.of(controls.harvests().patiently(id, "the last run is being undone",
                    () -> actions.rollback(id)));
            case "undo" -> Optional.of(controls.harvests().patiently(id, "the inferred deletions of a run are being undone",
                    () -> actions.undo(id, lastInferring(id))));
            case "remove" -> Optional.of(actions.remove(id, form.isTicked("keep")));
            case "replay" -> Optional.of(actions
                    .replay(id, form.text("key").isEmpty() ? List.of() : List.of(form.text("key"))).result());
            default -> Optional.empty();
        };
    }

    /** Returns the last run of a source that has withdrawn records by inference; null if there is none. */
    private @Nullable Long lastInferring(String id) {
        List<InferredRun> runs = controls.store().rollback().inferred(id);
        return runs.isEmpty() ? null : runs.getFirst().run();
    }

    /** Returns the question to confirm an action that cannot easily be undone; empty for every other action. */
    static Optional<Question> question(String action, String id) {
        return switch (action) {
            case "approve" -> Optional.of(new Question("Withdraw the records whose deletions are held?",
                    "Harvesters of this hub will see them as deleted.", "Withdraw them", null, ""));
            case "rollback" -> Optional.of(new Question("Undo the last run?",
                    "Records that it created are withdrawn, records that it changed or deleted are restored, and the next harvest begins where "
                            + "that run began. Only the last run can be undone, and only once.",
                    "Undo the last run", null, ""));
            case "undo" -> Optional.of(new Question("Undo the last inferred deletions?",
                    "Records that the last such run withdrew because lists lacked them are restored, and harvesters of this hub see them again.",
                    "Restore them", null, ""));
            case "remove" -> Optional.of(new Question("Remove the source " + id + "?",
                    "The hub removes it and withdraws its records: harvesters of this hub will see them as deleted.",
                    "Remove the source", "keep", "Keep its records"));
            default -> Optional.empty();
        };
    }

    /** Question on a {@link ConfirmPage}. */
    record Question(String heading, String text, String button, @Nullable String box, String boxLabel) {}
}
