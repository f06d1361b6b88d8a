package dev.sheaf.cli.source;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.HubStore;

/** Shared part of the commands that act on one source. */
final class Acting {

    private final Program program;
    private final String id;

    /** @param id id of the source */
    Acting(Program program, String id) {
        this.program = program;
        this.id = id;
    }

    SourceActions on(HubStore store) {
        return new SourceActions(store, program.surroundings().clock());
    }

    /** Returns the console that shows progress. */
    Console console() {
        return program.console();
    }

    /**
     * Reports the result of the action.
     *
     * @param next text that is appended if it succeeded
     * @throws CommandFailedException if it failed
     */
    void tell(ActionResult result, String next) {
        switch (result.kind()) {
            case DONE -> program.console().note(result.message() + next);
            case BEGUN, NOTHING -> program.console().note(result.message());
            case UNKNOWN -> throw SourceShowCommand.unknown(id);
            case BUSY -> throw new CommandFailedException(
                    "'" + id + "' is being harvested; try again after its end, or end it: "
                            + "sheaf source cancel " + id);
            case WAITING, REFUSED -> throw new CommandFailedException(result.message());
        }
    }

    /**
     * Waits for the end of the run under way.
     *
     * @throws CommandFailedException if it takes too long
     */
    void awaitEnd(HubStore store) {
        if (!RunEnd.await(store, id)) {
            throw new CommandFailedException("the run of '" + id
                    + "' has not ended yet; it ends when the current page or portion is saved. To see it: sheaf source show "
                    + id);
        }
    }
}
