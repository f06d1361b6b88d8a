package dev.sheaf.platform.explorer;

import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.javalin.http.Context;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.store.HubStore;

/**
 * The repositories that may be explored. A typed address may lead into public networks only, to the usual ports, and not to the hub itself:
 * the hub could see more there than the reader. A source of the hub is asked where its operator registered it, for readers who may see it.
 *
 * <p>No request carries credentials of the hub. A repository is shown as everybody sees it. Thread-safe.
 */
final class Targets {

    /** A person waits no longer for a server that asks for patience. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    /** So that many readers together cannot flood a host. */
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int REDIRECTS = 5;
    private static final int FIRST_FREE_PORT = 1024;
    private static final int LAST_PORT = 65_535;
    private static final Set<Integer> WEB_PORTS = Set.of(-1, 80, 443);
    private static final int LONGEST_URL = 2_000;
    private static final int MOST_SOURCES = 200;

    private final HubStore store;
    private final AccessPolicy access;
    private final FetchRules usual;
    private final OwnHosts own;
    private final Permission permission;
    private final ExplorerLimits limits;

    /**
     * Addresses that readers may type.
     *
     * @param typed true if any address may be typed; otherwise sources of the hub alone are explored
     * @param privateNetworks true if it may lead into private networks
     */
    record Permission(boolean typed, boolean privateNetworks) {}

    /** Choice of a repository. */
    sealed interface Choice {

        /** A repository that may be asked. */
        record Chosen(Target target) implements Choice {}

        /**
         * Refused repository.
         *
         * @param status HTTP status
         * @param text key of the reason
         * @param value in the reason
         */
        record Refused(int status, String text, String value) implements Choice {}

        /** A repository that the client may not see; the answer has been sent. */
        record Answered() implements Choice {}
    }

    /**
     * Creates the choice.
     *
     * @param usual rules of the hub's requests, which give its identification
     * @param own addresses of the hub itself
     */
    Targets(HubStore store, AccessPolicy access, FetchRules usual, OwnHosts own, Permission permission,
            ExplorerLimits limits) {
        this.store = store;
        this.access = access;
        this.usual = usual;
        this.own = own;
        this.permission = permission;
        this.limits = limits;
    }

    /** Returns whether addresses may be typed. */
    boolean isTyped() {
        return permission.typed();
    }

    /** Returns the sources that a client may explore: the first few by name. */
    List<Source> sources(Context context) {
        return store.sources().stream().map(SourceStatus::source).filter(Targets::isAskable)
                .filter(source -> access.admits(context, source.id()))
                .sorted(Comparator.comparing(Targets::name, String.CASE_INSENSITIVE_ORDER)).limit(MOST_SOURCES).toList();
    }

    private static boolean isAskable(Source source) {
        String baseUrl = source.baseUrl();
        if (!source.kind().isHarvested() || baseUrl == null) {
            return false;
        }
        try {
            BaseUrl.parse(baseUrl);
            return true;
        } catch (IllegalArgumentException _) {
            // A program can register any text.
            return false;
        }
    }

    /** Returns the name of a source for people. */
    static String name(Source source) {
        String name = source.name();
        return name == null || name.isBlank() ? source.id() : name;
    }

    /** Returns the repository that a question names. */
    Choice choose(Context context, ExplorerQuestion question) {
        return question.source().isEmpty() ? typed(question.url()) : source(context, question.source());
    }

    private Choice source(Context context, String id) {
        Optional<Source> source = store.source(id).filter(Targets::isAskable);
        if (source.isEmpty()) {
            return new Choice.Refused(404, "refused.source", id);
        }
        if (access.refuses(context, id)) {
            return new Choice.Answered();
        }
        String address = String.valueOf(source.get().baseUrl());
        BaseUrl baseUrl = BaseUrl.parse(address);
        // An operator may have registered an address in a private network; KnownNetworks has noted whether it was one.
        return new Choice.Chosen(new Target("source " + id + " " + address, name(source.get()), baseUrl, id,
                rules(Reach.AS_HOME, baseUrl.uri())));
    }

    private Choice typed(String text) {
        if (!permission.typed()) {
            return new Choice.Refused(403, "refused.typed", "");
        }
        // People paste addresses without their beginning.
        String address = text.contains("://") ? text : "http://" + text;
        BaseUrl baseUrl;
        try {
            if (text.length() > LONGEST_URL) {
                return new Choice.Refused(400, "refused.long", "");
            }
            baseUrl = BaseUrl.parse(address);
        } catch (IllegalArgumentException _) {
            return new Choice.Refused(400, "refused.address", text);
        }
        URI uri = baseUrl.uri();
        if (uri.getPort() > LAST_PORT) {
            return new Choice.Refused(400, "refused.address", text);
        }
        if (uri.getPort() < FIRST_FREE_PORT && !WEB_PORTS.contains(uri.getPort())) {
            return new Choice.Refused(403, "refused.port", Integer.toString(uri.getPort()));
        }
        if (isOwn(uri)) {
            return new Choice.Refused(403, "refused.own", baseUrl.toString());
        }
        return new Choice.Chosen(new Target(baseUrl.toString(), baseUrl.toString(), baseUrl, null,
                rules(permission.privateNetworks() ? Reach.ANYWHERE : Reach.PUBLIC, uri)));
    }

    /** Returns whether an address is one of the hub itself. */
    boolean isOwn(URI uri) {
        // Without the permission no address of this machine is asked.
        return own.has(uri) || permission.privateNetworks() && own.hasAfterResolution(uri);
    }

    private FetchRules rules(Reach reach, URI home) {
        // Strangers cause these requests, so they are not signed.
        return new FetchRules(usual.userAgent(), usual.from(), limits.largestBody(), limits.largestBody(), limits.idle(),
                limits.idle(), limits.total(), 1, LONGEST_WAIT, REDIRECTS, Access.DEFAULT.withPace(1, INTERVAL), home, reach,
                null);
    }
}
