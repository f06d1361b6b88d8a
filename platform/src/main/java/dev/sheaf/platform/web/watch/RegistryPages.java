package dev.sheaf.platform.web.watch;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.watch.ListDifference;
import dev.sheaf.platform.watch.VerdictText;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.watch.RegistryPage.Change;
import dev.sheaf.platform.web.watch.RegistryPage.Compared;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Registry.ComparedList;
import dev.sheaf.store.conformance.Validations.NewestResults;

/**
 * {@code /registry}: the registry of conformant repositories as a page, as a friends container, in the form of ListFriends, and as JSON. Sources
 * that a visitor may not see are left out. With {@code ?verdict=conformant}, the XML and JSON forms have the repositories whose last verdict is
 * "passed" and not too old; otherwise all of the registry. Thread-safe.
 */
public final class RegistryPages implements Endpoint {

    private static final int MOST_CHANGES = 30;
    private static final int MOST_SHOWN = 50;

    private final HubStore store;
    private final Templates templates;
    private final WatchTerms terms;
    private final InstantSource clock;
    private final AccessPolicy access;

    /**
     * Creates the pages; a server registers them.
     *
     * @param baseUrl public address of the hub
     * @param access access rules of sources
     */
    public RegistryPages(HubStore store, String baseUrl, WatchTerms terms, InstantSource clock, AccessPolicy access) {
        this.store = store;
        this.templates = new Templates(store.name(), baseUrl);
        this.terms = terms;
        this.clock = clock;
        this.access = access;
    }

    @Override
    public void register(JavalinConfig config) {
        RoutesConfig routes = config.routes;
        page(routes, Routes.REGISTRY, this::show);
        page(routes, Routes.REGISTRY + "/friends.xml", this::friends);
        page(routes, Routes.REGISTRY + "/ListFriends.xml", this::listFriends);
        page(routes, Routes.REGISTRY + "/registry.json", this::json);
    }

    private static void page(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, Rendering.of(handler));
        routes.head(path, Rendering.of(handler));
    }

    /** An entry of the registry that the client may see, with what is known of it. */
    private record Seen(Registry.Entry entry, @Nullable String source, @Nullable NewestResults newest, VerdictText verdict) {

        String name() {
            return entry.name().isEmpty() ? entry.address() : entry.name();
        }
    }

    private List<Seen> seen(Context context) {
        Instant now = clock.instant();
        Map<String, NewestResults> newestOfAll = store.validations().newestOfAll();
        Map<String, List<String>> sources = new HashMap<>();
        for (SourceStatus status : store.sources()) {
            WatchedRepository.address(status.source()).ifPresent(
                    address -> sources.computeIfAbsent(address, _ -> new ArrayList<>()).add(status.source().id()));
        }
        List<Seen> seen = new ArrayList<>();
        for (Registry.Entry entry : store.registry().all()) {
            List<String> ids = sources.getOrDefault(entry.address(), List.of());
            List<String> open = ids.stream().filter(id -> access.admits(context, id)).toList();
            if (ids.isEmpty() || !open.isEmpty()) {
                NewestResults newest = newestOfAll.get(entry.address());
                seen.add(new Seen(entry, open.isEmpty() ? null : open.getFirst(), newest,
                        VerdictText.of(newest, terms.maxAge(), now)));
            }
        }
        return seen;
    }

    /** Returns the entries that the request asks for. */
    private List<Seen> wanted(Context context) {
        boolean conformantOnly = "conformant".equals(context.queryParam("verdict"));
        return seen(context).stream().filter(one -> !conformantOnly || one.verdict() == VerdictText.CONFORMANT).toList();
    }

    private void friends(Context context) {
        List<String> addresses = wanted(context).stream().map(one -> one.entry().address()).toList();
        xml(context, new ElementWriter().element(ContainerWriter.write(new Friends(addresses))).document());
    }

    private void listFriends(Context context) {
        ElementWriter writer = new ElementWriter();
        writer.start("BaseURLs").text("");
        wanted(context).forEach(one -> writer.start("baseURL").text(one.entry().address()).end());
        xml(context, writer.end().document());
    }

    private static void xml(Context context, byte[] document) {
        context.header("Cache-Control", "no-cache");
        context.contentType("text/xml;charset=UTF-8").result(document);
    }

    private void json(Context context) {
        List<Seen> wanted = wanted(context);
        ConformancePages.send(context, json -> {
            json.writeStartObject();
            json.writeNumberProperty("maxAgeDays", terms.maxAge().toDays());
            json.writeArrayPropertyStart("repositories");
            for (Seen one : wanted) {
                NewestResults newest = one.newest();
                json.writeStartObject();
                json.writeStringProperty("baseUrl", one.entry().address());
                json.writeStringProperty("name", one.name());
                json.writeStringProperty("source", one.source());
                json.writeStringProperty("added", one.entry().added().toString());
                json.writeStringProperty("list", one.entry().list());
                json.writeStringProperty("verdict", one.verdict().text());
                json.writeStringProperty("lastPassed",
                        newest == null ? null : newest.passed().map(Instant::toString).orElse(null));
                json.writeStringProperty("judged", newest == null
                        ? null
                        : newest.judged().map(judged -> judged.began().toString()).orElse(null));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private void show(Context context) throws IOException {
        Instant now = clock.instant();
        List<Seen> seen = seen(context);
        Set<String> visible = seen.stream().map(one -> one.entry().address()).collect(Collectors.toSet());
        // Changes of sources that are closed to this visitor are left out, too.
        Set<String> closed = store.registry().all().stream().map(Registry.Entry::address)
                .filter(address -> !visible.contains(address)).collect(Collectors.toSet());
        store.sources().stream().filter(status -> !access.admits(context, status.source().id()))
                .forEach(status -> WatchedRepository.address(status.source()).ifPresent(closed::add));
        List<RegistryPage.Entry> entries = seen.stream().map(one -> new RegistryPage.Entry(one.name(), one.entry().address(),
                one.source() == null ? null : link(Routes.conformance(one.source())), one.verdict().text(),
                one.verdict() == VerdictText.NOT_CONFORMANT, details(one, now))).toList();
        List<Change> changes = store.registry().changes(MOST_CHANGES).stream().filter(one -> !closed.contains(one.address()))
                .map(one -> new Change(String.valueOf(Times.format(one.at())), one.at().toString(),
                        one.address() + (one.isAdded() ? " was added: " : " was removed: ") + one.reason()))
                .toList();
        List<Compared> lists = store.registry().lists().stream().map(list -> compared(list, visible)).toList();
        context.header("Cache-Control", "no-cache");
        templates.show(context, "watch/registry.jte", new RegistryPage(lead(entries), entries,
                link(Routes.REGISTRY + "/friends.xml"), link(Routes.REGISTRY + "/ListFriends.xml"),
                link(Routes.REGISTRY + "/registry.json"), lists, changes, link(Routes.CONFORMANCE)));
    }

    private String lead(List<RegistryPage.Entry> entries) {
        return "Repositories that have passed a validation by the rules of OAI-PMH 2.0. A repository comes in with a validation that is "
                + "not older than " + Numbers.count(terms.maxAge().toDays(), "day")
                + "; if a later one does not pass, that is shown here. "
                + (entries.isEmpty()
                        ? "There are none yet."
                        : "There " + (entries.size() == 1 ? "is one." : "are " + Numbers.format(entries.size()) + "."));
    }

    private static String details(Seen one, Instant now) {
        String judged = ConformanceViews.details(one.newest(), now);
        return "in the registry since " + Times.format(one.entry().added()) + (judged.isEmpty() ? "" : "; " + judged);
    }

    private Compared compared(ComparedList list, Set<String> visible) {
        ListDifference difference = ListDifference.of(visible, store.registry().listed(list.address()));
        boolean isTroubled = list.error() != null;
        String state = (list.compared() == null ? "not compared yet" : "compared on " + Times.format(list.compared()))
                + (isTroubled ? "; the attempt on " + Times.format(list.tried()) + " failed" : "");
        return new Compared(list.address(), state, isTroubled,
                Numbers.format(difference.both()) + " in both, " + Numbers.format(difference.onlyThere().size())
                        + " only in the list, " + Numbers.format(difference.onlyHere().size()) + " only here, "
                        + Numbers.format(difference.missing().size()) + " no longer in the list",
                first(difference.onlyThere()), first(difference.onlyHere()), first(difference.missing()));
    }

    private static List<String> first(List<String> addresses) {
        return addresses.subList(0, Math.min(addresses.size(), MOST_SHOWN));
    }

    private String link(String path) {
        return templates.site().link(path);
    }
}
