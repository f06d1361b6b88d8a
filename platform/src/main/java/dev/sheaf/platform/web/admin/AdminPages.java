package dev.sheaf.platform.web.admin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.platform.log.RecentLog;
import dev.sheaf.platform.log.RecentLog.Level;
import dev.sheaf.platform.report.RepairReport;
import dev.sheaf.platform.report.RepairReportFormat;
import dev.sheaf.platform.report.SourceJson;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.server.access.Session;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.operate.KnownRepositories;
import dev.sheaf.platform.sync.operate.SourceAnnouncing;
import dev.sheaf.platform.sync.operate.SourceChange;
import dev.sheaf.platform.sync.operate.SourceEdit;
import dev.sheaf.platform.sync.operate.SourceField;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.platform.web.admin.AdminActions.Question;

/**
 * Pages of the administration, {@code /admin}. Only sessions see them. Every form contains the session's token, and every response to a
 * form redirects to a page that can be reloaded. Thread-safe.
 */
public final class AdminPages implements Endpoint {

    private static final String OVERVIEW = "Overview";

    private final HubControls controls;
    private final AdminGuard guard;
    private final Templates templates;
    private final AdminRequests requests;
    private final AdminLinks links;
    private final AdminActions actions;
    private final SourcesView sources;
    private final SourceView source;
    private final RunViews runs;
    private final FaultViews faults;
    private final LogView log;

    /** @param baseUrl of the hub as the world sees it; its path goes in front of every link */
    public AdminPages(HubControls controls, String baseUrl) {
        this.controls = controls;
        this.guard = controls.guard();
        this.templates = new Templates(controls.store().name(), baseUrl);
        this.requests = new AdminRequests(guard, templates);
        this.links = new AdminLinks(templates.site());
        this.actions = new AdminActions(controls);
        this.sources = new SourcesView(controls, links);
        this.runs = new RunViews(controls, links);
        this.source = new SourceView(controls, links, runs);
        this.faults = new FaultViews(controls.store(), links);
        this.log = new LogView(RecentLog.OF_PROCESS, links);
    }

    @Override
    public void register(JavalinConfig config) {
        RoutesConfig routes = config.routes;
        routes.get(Routes.ADMIN_LOGIN, this::askForPassword);
        routes.post(Routes.ADMIN_LOGIN, this::login);
        routes.post(Routes.ADMIN_LOGOUT, context -> change(context, (_, _) -> {
            guard.logout(context);
            seeOther(context, links.link(Routes.ADMIN_LOGIN));
        }));
        routes.get(Routes.ADMIN, context -> page(context, session -> templates.show(context, "admin/sources.jte",
                sources.page(frame(context, session, "Sources", List.of()), number(context, "page", 1)))));
        routes.get(Routes.ADMIN_ADD, context -> page(context, session -> showNew(context, session,
                SettingsView.of(SourceChange.of(Source.harvested("new", "")), List.of(), SourceAnnouncing.of(_ -> null)),
                null)));
        routes.post(Routes.ADMIN_ADD, context -> change(context, (session, form) -> add(context, session, form)));
        routes.get(Routes.ADMIN_SUBSCRIPTIONS,
                context -> page(context, session -> templates.show(context, "admin/subscriptions.jte",
                        new SubscriptionsView(controls.store().subscriptions(), links)
                                .page(frame(context, session, "Subscriptions", List.of())))));
        routes.get(Routes.ADMIN_LOG, context -> page(context, session -> templates.show(context, "admin/log.jte",
                log.page(frame(context, session, "Log", List.of()),
                        Level.of(String.valueOf(context.queryParam("level"))).orElse(Level.INFO),
                        number(context, "lines", LogView.USUAL)))));
        routes.post(Routes.ADMIN_SUBSCRIPTIONS + "/{subscription}/end",
                context -> change(context, (session, _) -> endSubscription(context, session)));
        ofSource(routes, "", OVERVIEW, (context, frame, status) -> templates.show(context, "admin/source.jte",
                source.page(frame, status)));
        ofSource(routes, "/runs", "Runs", (context, frame, status) -> templates.show(context, "admin/runs.jte",
                runs.runs(frame, status)));
        ofSource(routes, "/runs/{run}", "", (context, frame, status) -> templates.show(context, "admin/run.jte",
                runs.run(frame, status, number(context.pathParam("run"))).orElseThrow(NotFoundResponse::new)));
        ofSource(routes, "/runs/{run}/failures/{which}", "", (context, _, status) -> raw(context, runs.body(
                status.source().id(), number(context.pathParam("run")), number(context.pathParam("which")))));
        ofSource(routes, "/quarantine", "Quarantine", (context, frame, status) -> templates.show(context,
                "admin/quarantine.jte", faults.quarantine(frame, status, number(context, "page", 1))));
        ofSource(routes, "/quarantine/{key}", "", (context, frame, status) -> templates.show(context,
                "admin/quarantined.jte",
                faults.quarantined(frame, status, context.pathParam("key")).orElseThrow(NotFoundResponse::new)));
        ofSource(routes, "/quarantine/{key}/raw", "", (context, _, status) -> raw(context,
                controls.store().repairs().raw(status.source().id(), context.pathParam("key"))));
        ofSource(routes, "/repairs", "Repairs", (context, frame, status) -> templates.show(context, "admin/repairs.jte",
                faults.repairs(frame, status)));
        ofSource(routes, "/report", "", (context, _, status) -> report(context, status.source()));
        ofSource(routes, "/settings", "Settings", (context, frame, status) -> showSettings(context, frame, status.source(),
                SettingsView.of(SourceChange.of(controls.store(), status.source()), derived(status),
                        SourceAnnouncing.of(controls.store(), status.source().id()))));
        routes.post(Routes.ADMIN_SOURCE_ONE + "/settings",
                context -> change(context, (session, form) -> set(context, session, form)));
        ofSource(routes, "/confirm/{action}", "", this::confirm);
        routes.post(Routes.ADMIN_SOURCE_ONE + "/{action}",
                context -> change(context, (session, form) -> act(context, session, form)));
    }

    private List<String> derived(SourceStatus status) {
        return SourceJson.formats(controls.store(), status.source().id()).stream().skip(1).toList();
    }

    /** Shows something of a source. */
    private interface OfSource {
        void show(Context context, AdminFrame frame, SourceStatus status) throws IOException;
    }

    private void page(Context context, AdminRequests.Shown shown) throws Exception {
        requests.page(context, shown);
    }

    private void ofSource(RoutesConfig routes, String rest, String tab, OfSource shown) {
        routes.get(Routes.ADMIN_SOURCE_ONE + rest, context -> page(context, session -> {
            SourceStatus status = known(context);
            shown.show(context, frame(context, session, heading(status), links.tabs(status.source().id(), tab)), status);
        }));
    }

    private SourceStatus known(Context context) {
        return controls.store().status(context.pathParam("source")).orElseThrow(NotFoundResponse::new);
    }

    private static String heading(SourceStatus status) {
        String name = status.source().name();
        return name == null || name.isBlank() ? status.source().id() : name;
    }

    private AdminFrame frame(Context context, Session session, String heading, List<AdminFrame.Tab> tabs) {
        return new AdminFrame(heading, session.formToken(), tabs, session.notice().orElse(null),
                context.queryParam("watch") != null && !tabs.isEmpty() && SourceReport.isActive(known(context)));
    }

    private void change(Context context, AdminRequests.Change change) throws IOException {
        requests.change(context, change);
    }

    private static void seeOther(Context context, String location) {
        AdminRequests.seeOther(context, location);
    }

    private void askForPassword(Context context) throws IOException {
        showLogin(context, next(context.queryParam("next")), null);
    }

    /** Returns the next page, which must be one of the administration, so that the hub cannot lead anyone to another site. */
    private String next(@Nullable String wanted) {
        return wanted != null && wanted.startsWith(Routes.ADMIN) && wanted.chars().allMatch(c -> c > ' ' && c <= '~')
                ? wanted
                : Routes.ADMIN;
    }

    private void showLogin(Context context, String next, @Nullable String error) throws IOException {
        context.header("Cache-Control", "no-store");
        templates.show(context, "admin/login.jte", new LoginPage(next, error, guard.isClosed()));
    }

    private void login(Context context) throws IOException {
        AdminForm form = AdminForm.read(context);
        String given = form.value("password");
        String next = next(form.value("next"));
        if (!guard.isSameSite(context)) {
            context.status(HttpStatus.FORBIDDEN);
            showLogin(context, next, "The request was ignored because another site sent it.");
            return;
        }
        switch (guard.login(context, given == null ? "" : given)) {
            case AdminGuard.Answer.Right _ -> {
                context.header("Cache-Control", "no-store");
                seeOther(context, links.link(next));
            }
            case AdminGuard.Answer.Wrong _ -> {
                context.status(HttpStatus.FORBIDDEN);
                showLogin(context, next, "The password is wrong.");
            }
            case AdminGuard.Answer.TooMany(Duration left) -> {
                context.status(HttpStatus.TOO_MANY_REQUESTS).header("Retry-After", Long.toString(left.toSeconds() + 1));
                showLogin(context, next, "Too many wrong passwords. Try again in " + (left.toMinutes() + 1) + " min.");
            }
        }
    }

    /** Content from outside is shown as text only, in an origin of its own. */
    private static void raw(Context context, Optional<byte[]> bytes) {
        context.contentType("text/plain;charset=utf-8").result(bytes.orElseThrow(NotFoundResponse::new));
        SecurityPolicy.FOREIGN.applyTo(context);
    }

    /** Sends a file for the source's administrator. */
    private void report(Context context, Source of) throws IOException {
        RepairReportFormat format = RepairReportFormat.fromText(String.valueOf(context.queryParam("format")))
                .orElse(RepairReportFormat.HTML);
        RepairReport report = RepairReport.of(controls.store(), of, controls.clock().instant());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        format.write(report, bytes);
        context.header("Content-Disposition", "attachment; filename=\"" + format.fileName(report) + "\"")
                .contentType(format.contentType()).result(bytes.toByteArray());
        SecurityPolicy.FOREIGN.applyTo(context);
    }

    private static int number(Context context, String name, int usual) {
        String text = context.queryParam(name);
        long number = text == null ? usual : number(text);
        return number < 0 || number > 1_000_000 ? usual : (int) number;
    }

    /** -1 for anything that is not a number. */
    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private void showNew(Context context, Session session, SettingsView view, SettingsPage.@Nullable Known known)
            throws IOException {
        templates.show(context, "admin/settings.jte", new SettingsPage(frame(context, session, "Add a source", List.of()),
                links.link(Routes.ADMIN_ADD), "Add the source", view.faults(), view.groups(true, true), known));
    }

    private void add(Context context, Session session, AdminForm form) throws IOException {
        String id = form.text(SettingsView.ID);
        // All values are judged at once, so that nobody corrects one after another.
        Map<String, String> wrong = new HashMap<>();
        try {
            Source.checkId(id);
        } catch (IllegalArgumentException failure) {
            wrong.put(SettingsView.ID, String.valueOf(failure.getMessage()));
        }
        SourceEdit edit = new SourceEdit(SettingsView.fields(form));
        String address = form.text(SourceField.BASE_URL.text());
        SourceChange change = edit.applyTo(SourceChange.of(Source.harvested(wrong.isEmpty() ? id : "new", address)));
        if (wrong.isEmpty()) {
            controls.actions().taken(id).ifPresent(reason -> wrong.put(SettingsView.ID, reason));
        }
        if (!edit.faults().isEmpty() || !wrong.isEmpty()) {
            refuse(context, session, form, edit.faults(), wrong, null);
            return;
        }
        Optional<KnownRepositories.Twin> twin = KnownRepositories.twin(controls.store(), BaseUrl.parse(address), null);
        if (twin.isPresent() && !form.isTicked(SettingsPage.ANYWAY)) {
            KnownRepositories.Twin known = twin.get();
            refuse(context, session, form, List.of(), wrong,
                    new SettingsPage.Known(known.warning(), known.id(), links.source(known.id())));
            return;
        }
        ActionResult result = controls.actions().add(change);
        if (!result.isDone()) {
            refuse(context, session, form, List.of(), Map.of(SettingsView.ID, result.message()), null);
            return;
        }
        tell(context, session, result, links.source(id));
    }

    private void refuse(Context context, Session session, AdminForm form, List<SourceEdit.Fault> refused,
            Map<String, String> more, SettingsPage.@Nullable Known known) throws IOException {
        context.status(HttpStatus.UNPROCESSABLE_CONTENT);
        showNew(context, session, SettingsView.of(form, refused, more), known);
    }

    private void showSettings(Context context, AdminFrame frame, Source known, SettingsView view) throws IOException {
        templates.show(context, "admin/settings.jte", new SettingsPage(frame, links.of(known.id(), "settings"), "Save",
                view.faults(), view.groups(false, known.kind().isHarvested()), null));
    }

    private void set(Context context, Session session, AdminForm form) throws IOException {
        SourceStatus status = known(context);
        String id = status.source().id();
        SourceEdit edit = new SourceEdit(SettingsView.fields(form));
        SourceChange change = edit.applyTo(SourceChange.of(controls.store(), status.source()));
        Map<String, String> wrong = new HashMap<>();
        SourceAnnouncing announcing = announcing(form, status.source(), wrong);
        if (!edit.faults().isEmpty() || !wrong.isEmpty()) {
            context.status(HttpStatus.UNPROCESSABLE_CONTENT);
            showSettings(context, frame(context, session, heading(status), links.tabs(id, "Settings")), status.source(),
                    SettingsView.of(form, edit.faults(), wrong));
            return;
        }
        boolean makes = change.derived() != null
                && !change.derived().stream().map(MetadataPrefix::value).toList().equals(derived(status));
        ActionResult result = controls.actions().change(change);
        if (announcing.isGiven() && result.isDone()) {
            announcing.apply(controls.store(), status.source(), controls.clock().instant());
        }
        if (makes) {
            controls.harvests().derive(id);
        }
        tell(context, session, result, links.source(id));
    }

    /** Returns the announcements that are to be changed; a form repeats those that stay. */
    private SourceAnnouncing announcing(AdminForm form, Source source, Map<String, String> wrong) {
        SourceAnnouncing announcing = SettingsView.announcing(form, wrong)
                .without(SourceAnnouncing.of(controls.store(), source.id()));
        announcing.refusal(source).ifPresent(reason -> wrong.put(SourceAnnouncing.SUBSCRIBE, reason));
        announcing.unsigned(controls.store(), source).ifPresent(reason -> wrong.putIfAbsent(
                announcing.notified() == null || announcing.notified().isEmpty()
                        ? SourceAnnouncing.PUSH_TO
                        : SourceAnnouncing.NOTIFY,
                reason));
        return announcing;
    }

    private void confirm(Context context, AdminFrame frame, SourceStatus status) throws IOException {
        String id = status.source().id();
        String action = context.pathParam("action");
        Question question = AdminActions.question(action, id).orElseThrow(NotFoundResponse::new);
        templates.show(context, "admin/confirm.jte",
                new ConfirmPage(new AdminFrame(question.heading(), frame.formToken(), frame.tabs(), frame.notice(), false),
                        question.text(), links.of(id, action), question.button(), question.box(), question.boxLabel(),
                        links.source(id)));
    }

    private void act(Context context, Session session, AdminForm form) {
        String id = context.pathParam("source");
        String action = context.pathParam("action");
        ActionResult result = actions.carryOut(action, id, form).orElseThrow(NotFoundResponse::new);
        boolean isGone = action.equals("remove") && result.isDone() || result.kind() == ActionResult.Kind.UNKNOWN;
        tell(context, session, result, isGone
                ? links.link(Routes.ADMIN)
                : action.equals("replay") ? links.of(id, "quarantine") : links.source(id));
    }

    private void endSubscription(Context context, Session session) {
        controls.store().subscriptions().end(number(context.pathParam("subscription")));
        tell(context, session, new ActionResult(ActionResult.Kind.DONE, "The subscription has ended."),
                links.link(Routes.ADMIN_SUBSCRIPTIONS));
    }

    private static void tell(Context context, Session session, ActionResult result, String location) {
        AdminRequests.tell(context, session, result, location);
    }
}
