package dev.sheaf.platform.web.deposit;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Limit;
import dev.sheaf.core.LocalIdentifier;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.server.access.Session;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.web.RecordAddress;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.admin.AdminForm;
import dev.sheaf.platform.web.admin.AdminFrame;
import dev.sheaf.platform.web.admin.AdminRequests;
import dev.sheaf.platform.web.admin.AdminRequests.SentFile;
import dev.sheaf.platform.web.admin.ConfirmPage;
import dev.sheaf.platform.web.deposit.DepositDesk.Collection;
import dev.sheaf.platform.web.deposit.DepositDesk.DocumentFile;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.crawls.Deposit;
import dev.sheaf.store.crawls.Deposits;

/**
 * The deposit pages, {@code /admin/deposits}: the owner of a collection adds files, corrects descriptions, and approves documents. They belong to
 * the administration: sessions only, forms with its token. Thread-safe.
 */
public final class DepositPages implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(DepositPages.class);
    private static final int PAGE = 100;
    private static final int MOST_NAMED = 5;
    private static final String NAME = "name";

    private final DepositDesk desk;
    private final HubStore store;
    private final InstantSource clock;
    private final Templates templates;
    private final AdminRequests requests;

    /**
     * @param desk the collections
     * @param baseUrl of the hub as the world sees it; its path goes in front of every link
     */
    public DepositPages(DepositDesk desk, HubControls controls, String baseUrl) {
        this.desk = desk;
        this.store = controls.store();
        this.clock = controls.clock();
        this.templates = new Templates(store.name(), baseUrl);
        this.requests = new AdminRequests(controls.guard(), templates);
    }

    @Override
    public void register(JavalinConfig config) {
        RoutesConfig routes = config.routes;
        routes.get(Routes.ADMIN_DEPOSITS, context -> requests.page(context, session -> templates.show(context,
                "deposit/collections.jte", collections(session))));
        routes.get(Routes.ADMIN_DEPOSITS_ONE, context -> requests.page(context, session -> templates.show(context,
                "deposit/deposits.jte", deposits(context, session))));
        routes.post(Routes.ADMIN_DEPOSITS_ONE + "/upload", this::upload);
        routes.get(Routes.ADMIN_DEPOSITS_ONE + "/document", context -> requests.page(context, session -> {
            Deposit deposit = deposit(context, context.queryParam(NAME));
            show(context, session, deposit, deposit.description(), null);
        }));
        routes.post(Routes.ADMIN_DEPOSITS_ONE + "/document",
                context -> requests.change(context, (session, form) -> decide(context, session, form)));
        routes.get(Routes.ADMIN_DEPOSITS_ONE + "/remove", context -> requests.page(context, session -> templates.show(context,
                "admin/confirm.jte", removal(context, session))));
        routes.post(Routes.ADMIN_DEPOSITS_ONE + "/remove",
                context -> requests.change(context, (session, form) -> remove(context, session, form)));
        routes.get(Routes.ADMIN_DEPOSITS_ONE + "/file", this::file);
    }

    private Collection collection(Context context) {
        return desk.collection(context.pathParam("source")).orElseThrow(NotFoundResponse::new);
    }

    private Deposit deposit(Context context, @Nullable String name) {
        return store.deposits().find(collection(context).id(), name == null ? "" : name).orElseThrow(NotFoundResponse::new);
    }

    private String page(Collection collection) {
        return templates.site().link(Routes.adminDeposits(collection.id()));
    }

    private String of(Collection collection, String rest, String name) {
        return page(collection) + rest + "?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private CollectionsPage collections(Session session) {
        return new CollectionsPage(AdminRequests.frame(session, "Deposits", List.of()), desk.collections().stream().map(one -> {
            Deposits.Tally tally = store.deposits().tally(one.id());
            return new CollectionsPage.Row(page(one), one.id(), String.valueOf(tally.submitted()),
                    String.valueOf(tally.approved()));
        }).toList());
    }

    private DepositsPage deposits(Context context, Session session) {
        Collection collection = collection(context);
        Deposit.State state = switch (String.valueOf(context.queryParam("state"))) {
            case "submitted" -> Deposit.State.SUBMITTED;
            case "approved" -> Deposit.State.APPROVED;
            default -> null;
        };
        List<Deposit> found = store.deposits().page(collection.id(), state, context.queryParam("after"), PAGE + 1);
        List<Deposit> shown = found.subList(0, Math.min(PAGE, found.size()));
        String stated = state == null ? "" : "state=" + state.name().toLowerCase(Locale.ROOT) + "&";
        String later = found.size() <= PAGE
                ? null
                : page(collection) + "?" + stated + "after="
                        + URLEncoder.encode(shown.getLast().resource(), StandardCharsets.UTF_8);
        Path folder = collection.folder();
        boolean isBeingRead = desk.isBeingRead(collection.id());
        AdminFrame frame = AdminRequests.frame(session, "Deposits in " + collection.id(), List.of());
        return new DepositsPage(frame.watching(isBeingRead && !"0".equals(context.queryParam("watch"))),
                collection.shown()
                        ? "All documents are published. Approval moves them from the set submitted to the set approved."
                        : "Only approved documents are published. Others wait here.",
                isBeingRead, page(collection), folder == null ? null : page(collection) + "/upload",
                folder == null
                        ? "This collection has no folder on this machine, so files cannot be added here."
                        : "Files of up to " + (collection.fileBytes() >> 20) + " MB, and " + (most() >> 20)
                                + " MB together. They are kept in " + folder + ".",
                views(collection, state), shown.stream().map(deposit -> row(collection, deposit)).toList(), later,
                desk.refused(collection.id()).stream().map(file -> new DepositsPage.Refused(file.path(),
                        String.valueOf(file.refusal()), of(collection, "/remove", file.resource()))).toList());
    }

    private List<DepositsPage.View> views(Collection collection, Deposit.@Nullable State state) {
        Deposits.Tally tally = store.deposits().tally(collection.id());
        String page = page(collection);
        return List.of(new DepositsPage.View("All (" + (tally.submitted() + tally.approved()) + ")", page, state == null),
                new DepositsPage.View("Submitted (" + tally.submitted() + ")", page + "?state=submitted",
                        state == Deposit.State.SUBMITTED),
                new DepositsPage.View("Approved (" + tally.approved() + ")", page + "?state=approved",
                        state == Deposit.State.APPROVED));
    }

    private DepositsPage.Row row(Collection collection, Deposit deposit) {
        boolean waits = deposit.state() == Deposit.State.SUBMITTED;
        return new DepositsPage.Row(of(collection, "/document", deposit.resource()), title(deposit), deposit.resource(),
                waits ? "submitted" : "approved", waits, String.valueOf(Times.format(deposit.changed())));
    }

    private static String title(Deposit deposit) {
        return deposit.description().getOrDefault("title", List.of(deposit.resource())).getFirst();
    }

    private static long most() {
        return Limit.DEPOSIT_BYTES.number();
    }

    private void upload(Context context) throws IOException {
        String back = desk.collection(context.pathParam("source")).map(this::page)
                .orElse(templates.site().link(Routes.ADMIN_DEPOSITS));
        requests.upload(context, most(), back, (session, files) -> {
            // Only a session learns which collections there are.
            Collection collection = collection(context);
            if (files.isEmpty()) {
                AdminRequests.tell(context, session, ActionResult.refused("No file was chosen."), page(collection));
                return;
            }
            List<String> kept = new ArrayList<>();
            List<String> refused = new ArrayList<>();
            for (SentFile file : files) {
                try (var content = file.open()) {
                    kept.add(desk.add(collection.id(), file.name(), content));
                } catch (IOException failure) {
                    LOG.warn("file not kept: source={} reason=\"{}\"", collection.id(), failure.getMessage());
                    refused.add("\"" + file.name() + "\" was not kept: " + failure.getMessage());
                }
            }
            AdminRequests.tell(context, session, uploaded(collection, kept, refused), page(collection));
        });
    }

    private ActionResult uploaded(Collection collection, List<String> kept, List<String> refused) {
        StringBuilder text = new StringBuilder();
        if (!kept.isEmpty()) {
            ActionResult crawl = desk.crawl(collection.id());
            text.append("Kept: ").append(String.join(", ", kept.subList(0, Math.min(MOST_NAMED, kept.size()))))
                    .append(kept.size() > MOST_NAMED ? " and " + (kept.size() - MOST_NAMED) + " more" : "").append(". ")
                    .append(crawl.message());
        }
        refused.forEach(reason -> text.append(text.isEmpty() ? "" : "\n").append(reason));
        return refused.isEmpty() ? ActionResult.done(text.toString()) : ActionResult.refused(text.toString());
    }

    private void show(Context context, Session session, Deposit deposit, Map<String, List<String>> values, @Nullable String fault)
            throws IOException {
        Collection collection = collection(context);
        boolean waits = deposit.state() == Deposit.State.SUBMITTED;
        List<DocumentFile> files = desk.files(collection.id(), deposit.resource());
        String since = Times.format(deposit.changed());
        AdminFrame frame = AdminRequests.frame(session, title(deposit), List.of());
        templates.show(context, "deposit/document.jte", new DocumentPage(frame, page(collection) + "/document",
                deposit.resource(),
                files.isEmpty()
                        ? "The collection has no file of this name any more. Its description is kept in case the file comes back."
                        : waits
                                ? "Submitted, " + since + ". " + (collection.shown()
                                        ? "It is published in the set submitted."
                                        : "It is not published.")
                                : "Approved, " + since + ". It is published.",
                waits, record(collection, deposit),
                files.stream().map(file -> new DocumentPage.File(
                        desk.open(collection.id(), file).isPresent()
                                ? of(collection, "/file", deposit.resource()) + "&path="
                                        + URLEncoder.encode(file.path(), StandardCharsets.UTF_8)
                                : null,
                        file.path(), file.refusal() == null ? file.type() + ", " + size(file.bytes()) : file.refusal())).toList(),
                DescriptionForm.fields(deposit, values, true), DescriptionForm.fields(deposit, values, false), fault,
                of(collection, "/remove", deposit.resource()), page(collection)));
    }

    private static String size(long bytes) {
        return bytes < 10_000 ? bytes + " bytes" : bytes < 10_000_000 ? bytes / 1_000 + " kB" : bytes / 1_000_000 + " MB";
    }

    private @Nullable String record(Collection collection, Deposit deposit) {
        String identifier = LocalIdentifier.of(store.identifierDomain().current(), collection.id(), deposit.resource());
        return store.get(collection.id(), MetadataPrefix.OAI_DC, identifier)
                .filter(stored -> !stored.record().header().deleted())
                .map(stored -> templates.site()
                        .link(new RecordAddress(collection.id(), MetadataPrefix.OAI_DC, identifier).path()))
                .orElse(null);
    }

    private void decide(Context context, Session session, AdminForm form) throws IOException {
        Collection collection = collection(context);
        Deposit deposit = deposit(context, form.value(NAME));
        Map<String, List<String>> values = DescriptionForm.values(form);
        Optional<String> fault = DescriptionForm.fault(values);
        if (fault.isPresent()) {
            context.status(HttpStatus.UNPROCESSABLE_CONTENT);
            show(context, session, deposit, values, fault.get());
            return;
        }
        Deposit.State state = switch (form.text("action")) {
            case "approve" -> Deposit.State.APPROVED;
            case "submit" -> Deposit.State.SUBMITTED;
            default -> deposit.state();
        };
        if (!store.deposits().change(collection.id(), deposit.resource(), state, DescriptionForm.correction(deposit, values),
                clock.instant())) {
            throw new NotFoundResponse();
        }
        ActionResult crawl = desk.crawl(collection.id());
        String done = state == deposit.state()
                ? "The description is saved."
                : state == Deposit.State.APPROVED ? "The document is approved." : "The approval is taken back.";
        AdminRequests.tell(context, session, new ActionResult(crawl.kind(), done + " " + crawl.message()),
                of(collection, "/document", deposit.resource()));
    }

    private ConfirmPage removal(Context context, Session session) {
        Collection collection = collection(context);
        String name = String.valueOf(context.queryParam(NAME));
        List<DocumentFile> files = desk.files(collection.id(), name);
        if (files.isEmpty() && store.deposits().find(collection.id(), name).isEmpty()) {
            throw new NotFoundResponse();
        }
        String paths = String.join(", ", files.stream().map(DocumentFile::path).toList());
        return new ConfirmPage(AdminRequests.frame(session, "Remove " + name + "?", List.of()), files.isEmpty()
                ? "The description is deleted. The collection has no file of this name."
                : "These files are deleted from the folder: " + paths
                        + ". The description is deleted too. If the document was published, harvesters see it as deleted.",
                of(collection, "/remove", name), "Delete", null, "", page(collection));
    }

    private void remove(Context context, Session session, AdminForm form) {
        Collection collection = collection(context);
        String name = String.valueOf(context.queryParam(NAME));
        if (desk.files(collection.id(), name).isEmpty() && store.deposits().find(collection.id(), name).isEmpty()) {
            throw new NotFoundResponse();
        }
        ActionResult result;
        try {
            desk.remove(collection.id(), name);
            ActionResult crawl = desk.crawl(collection.id());
            result = new ActionResult(crawl.kind(), name + " is removed. " + crawl.message());
        } catch (IOException failure) {
            LOG.warn("document not removed: source={} form={} reason=\"{}\"", collection.id(), form.text("action"),
                    failure.getMessage());
            result = ActionResult.refused(name + " was not removed: " + failure.getMessage());
        }
        AdminRequests.tell(context, session, result, page(collection));
    }

    /** Sends a file to its owner: as a download, because a document may hold scripts. */
    private void file(Context context) throws Exception {
        requests.page(context, _ -> {
            Collection collection = collection(context);
            String path = String.valueOf(context.queryParam("path"));
            DocumentFile file = desk.files(collection.id(), String.valueOf(context.queryParam(NAME))).stream()
                    .filter(one -> one.path().equals(path)).findFirst().orElseThrow(NotFoundResponse::new);
            Path content = desk.open(collection.id(), file).orElseThrow(NotFoundResponse::new);
            context.contentType("application/octet-stream")
                    .header("Content-Disposition", "attachment; filename*=UTF-8''"
                            + URLEncoder.encode(path.substring(path.lastIndexOf('/') + 1), StandardCharsets.UTF_8)
                                    .replace("+", "%20"))
                    .result(Files.newInputStream(content));
            SecurityPolicy.FOREIGN.applyTo(context);
        });
    }
}
