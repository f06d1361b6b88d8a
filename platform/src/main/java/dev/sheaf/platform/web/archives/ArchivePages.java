package dev.sheaf.platform.web.archives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
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

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.server.access.Session;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.server.readers.UsedItem;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.copies.CopiedFiles;
import dev.sheaf.platform.sync.copies.DescribedFile;
import dev.sheaf.platform.sync.operate.ArchiveActions;
import dev.sheaf.platform.web.MessagePage;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.admin.AdminForm;
import dev.sheaf.platform.web.admin.AdminRequests;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archive;

/**
 * Archives that register themselves: their list, the form of registration for browsers and programs, their approval in the administration, and
 * copies of their files. Thread-safe.
 */
public final class ArchivePages implements Endpoint {

    /** Header of the answer to a registration that was taken, by which a program knows that a hub has answered: its state. */
    public static final String STATE = "Sheaf-Registration";

    private static final Logger LOG = LoggerFactory.getLogger(ArchivePages.class);
    /** Registrations that wait at most; strangers must not fill the store. */
    private static final int MOST = 200;
    private static final int MOST_OF_CLIENT = 5;
    private static final String RETRY_SECONDS = "86400";

    private final HubStore store;
    private final InstantSource clock;
    private final Templates templates;
    private final AdminRequests requests;
    private final ArchiveActions actions;
    private final AccessPolicy access;
    private final ClientAddresses clients;
    private final CopiedFiles copies;
    private final boolean open;
    private final boolean privateToo;

    /**
     * @param baseUrl of the hub as the world sees it; its path goes in front of every link
     * @param access access rules of sources
     * @param clients rules that determine the address of a request's client
     * @param copies copies of files on the disk
     * @param open true if the hub takes registrations
     * @param privateToo true if archives may be in private networks
     */
    public ArchivePages(HubControls controls, String baseUrl, AccessPolicy access, ClientAddresses clients,
            CopiedFiles copies, boolean open, boolean privateToo) {
        this.store = controls.store();
        this.clock = controls.clock();
        this.templates = new Templates(store.name(), baseUrl);
        this.requests = new AdminRequests(controls.guard(), templates);
        this.actions = new ArchiveActions(store, clock, privateToo);
        this.access = access;
        this.clients = clients;
        this.copies = copies;
        this.open = open;
        this.privateToo = privateToo;
    }

    @Override
    public void register(JavalinConfig config) {
        RoutesConfig routes = config.routes;
        routes.get(Routes.ARCHIVES, Rendering.of(context -> {
            context.header("Cache-Control", "no-cache");
            templates.show(context, "archives/archives.jte", archives(context));
        }));
        routes.get(Routes.REGISTER, Rendering.of(context -> {
            if (!refusesAll(context)) {
                templates.show(context, "archives/register.jte", new RegisterPage(link(Routes.REGISTER), Map.of(), Map.of()));
            }
        }));
        routes.post(Routes.REGISTER, this::take);
        routes.get(Routes.FILES_ONE, Rendering.of(this::file));
        routes.get(Routes.ADMIN_ARCHIVES, context -> requests.page(context, session -> templates.show(context,
                "archives/approval.jte", approval(session))));
        routes.post(Routes.ADMIN_ARCHIVES + "/{archive}/{action}",
                context -> requests.change(context, (session, form) -> decide(context, session, form)));
    }

    private String link(String path) {
        return templates.site().link(path);
    }

    private ArchivesPage archives(Context context) {
        List<ArchivesPage.Entry> entries = store.archives().all().stream()
                .filter(archive -> archive.state() == Archive.State.APPROVED && access.admits(context, archive.id()))
                .sorted(Comparator.comparing(Archive::name, String.CASE_INSENSITIVE_ORDER)).map(this::entry).toList();
        return new ArchivesPage(entries, open ? link(Routes.REGISTER) : null);
    }

    private ArchivesPage.Entry entry(Archive archive) {
        Optional<SourceStatus> status = store.status(archive.id());
        OnlineStatus online = OnlineStatus.of(archive, status, clock.instant());
        return new ArchivesPage.Entry(archive.name(), link(Routes.browse(archive.id())),
                Numbers.count(status.map(SourceStatus::records).orElse(0L), "record"), online.isOnline(), online.text());
    }

    /** Programs ask without preferring a page. */
    private static boolean wantsPage(Context context) {
        String accept = context.header("Accept");
        return accept != null && accept.contains("text/html");
    }

    private boolean refusesAll(Context context) throws IOException {
        if (open) {
            return false;
        }
        tell(context, HttpStatus.NOT_FOUND, "No registration here",
                "This hub takes no registrations. Ask its administrator to add your archive.");
        return true;
    }

    private void tell(Context context, HttpStatus status, String heading, String text) throws IOException {
        if (wantsPage(context)) {
            context.status(status);
            templates.show(context, "message.jte", new MessagePage(heading, text));
        } else {
            PlainText.answer(context, status.getCode(), text);
        }
    }

    private void take(Context context) throws IOException {
        context.header("Cache-Control", "no-store");
        AdminForm form = AdminForm.read(context);
        if (refusesAll(context)) {
            return;
        }
        Registration registration = Registration.of(form);
        Map<String, String> faults = registration.faults(privateToo);
        if (!faults.isEmpty()) {
            refuse(context, registration, faults);
            return;
        }
        String client = clients.of(context).client().toString();
        Registration.Result result = registration.keep(store, client, clock.instant(), MOST, MOST_OF_CLIENT);
        LOG.info("registration: archive={} client={} result={}", registration.id(), client,
                result.name().toLowerCase(Locale.ROOT));
        if (result == Registration.Result.WAITING || result == Registration.Result.APPROVED) {
            context.header(STATE, result.name().toLowerCase(Locale.ROOT));
        }
        switch (result) {
            case WAITING -> tell(context, HttpStatus.ACCEPTED, "Registered",
                    "The archive '" + registration.id() + "' is registered. It waits for the administrator's approval.");
            case APPROVED -> tell(context, HttpStatus.OK, "Approved",
                    "The archive '" + registration.id() + "' is approved.");
            case TAKEN -> refuse(context, registration,
                    Map.of(Registration.ID, "This hub knows '" + registration.id() + "' already. Choose another id."));
            case FULL -> {
                context.header("Retry-After", RETRY_SECONDS);
                tell(context, HttpStatus.SERVICE_UNAVAILABLE, "Not registered",
                        "Too many registrations wait for approval. Try again in a day.");
            }
        }
    }

    private void refuse(Context context, Registration registration, Map<String, String> faults) throws IOException {
        if (wantsPage(context)) {
            context.status(HttpStatus.UNPROCESSABLE_CONTENT);
            templates.show(context, "archives/register.jte", new RegisterPage(link(Routes.REGISTER),
                    Map.of(Registration.ID, registration.id(), Registration.NAME, registration.name(), Registration.EMAIL,
                            registration.email(), Registration.BASE_URL, registration.baseUrl()),
                    faults));
        } else {
            PlainText.answer(context, HttpStatus.UNPROCESSABLE_CONTENT.getCode(), String.join(" ", faults.values()));
        }
    }

    private ApprovalPage approval(Session session) {
        List<Archive> all = store.archives().all();
        return new ApprovalPage(AdminRequests.frame(session, "Archives", List.of()), open
                ? "Archives can register themselves at " + templates.site().baseUrl() + Routes.REGISTER + "."
                : "This hub takes no registrations (registration: no in the configuration).",
                rows(all, Archive.State.WAITING), rows(all, Archive.State.APPROVED));
    }

    private List<ApprovalPage.Row> rows(List<Archive> all, Archive.State state) {
        return all.stream().filter(archive -> archive.state() == state).map(archive -> {
            String baseUrl = archive.baseUrl();
            boolean isApproved = state == Archive.State.APPROVED;
            return new ApprovalPage.Row(link(Routes.ADMIN_ARCHIVES) + "/" + archive.id(), archive.name(), archive.id(),
                    isApproved ? link(Routes.adminSource(archive.id())) : null, archive.email(),
                    baseUrl == null ? "pushes its records" : "is harvested from " + baseUrl, archive.files(), archive.copies(),
                    archive.client(),
                    String.valueOf(Times.format(archive.asked())),
                    isApproved ? OnlineStatus.of(archive, store.status(archive.id()), clock.instant()).text() : "");
        }).toList();
    }

    private void decide(Context context, Session session, AdminForm form) {
        String id = context.pathParam("archive");
        ActionResult result = switch (context.pathParam("action")) {
            case "approve" -> actions.approve(id, form.isTicked(Registration.FILES));
            case "refuse" -> actions.refuse(id);
            default -> throw new NotFoundResponse();
        };
        AdminRequests.tell(context, session, result, link(Routes.ADMIN_ARCHIVES));
    }

    /** Sends a copy of a file: as a download in an origin of its own, because anybody may have written it. */
    private void file(Context context) throws IOException {
        String source = context.pathParam("source");
        if (access.refuses(context, source)) {
            return;
        }
        if (store.archives().find(source).filter(Archive::servesCopies).isEmpty()) {
            throw new NotFoundResponse();
        }
        String item = identifier(context).orElseThrow(NotFoundResponse::new);
        List<DescribedFile> files = DescribedFile.of(store, source, item);
        int number = number(context.queryParam("n"));
        if (number < 1 || number > files.size()) {
            throw new NotFoundResponse();
        }
        DescribedFile file = files.get(number - 1);
        byte[] content = file.content();
        if (content == null) {
            Path copy = copies.find(source, file.sha256()).orElseThrow(NotFoundResponse::new);
            context.result(Files.newInputStream(copy));
        } else {
            context.result(content);
        }
        UsedItem.note(context, source, item);
        context.header("Content-Disposition", "attachment").header("Cache-Control", "no-cache").contentType(file.type());
        SecurityPolicy.FOREIGN.applyTo(context);
    }

    private static Optional<String> identifier(Context context) {
        String text = context.queryParam("identifier");
        return text == null || text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static int number(@Nullable String text) {
        try {
            return text == null ? 1 : Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
