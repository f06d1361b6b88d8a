package dev.sheaf.platform.crawl;

import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.address.IpAddress;
import dev.sheaf.harvester.http.PrivateNetwork;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.load.VerifiedSigner;
import dev.sheaf.provider.flow.FlowControl;
import dev.sheaf.provider.flow.FlowDecision;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;

/**
 * Budget of pages for people, counted for each network of clients. A network that asks for more gets status 429 with Retry-After (RFC 6585,
 * 4) and a sentence that names the ways to all records at once. OAI-PMH, dumps, sitemaps and the administration are not counted.
 *
 * <p>A signer whose signature was verified has a budget of its own ({@link VerifiedSigner}).
 *
 * <p>Requests from the machine itself are not counted, nor are those of an untrusted proxy in a private network: behind such a proxy all readers
 * have one address. Anybody can name a proxy, so a client with a public address is counted whatever it states. Thread-safe.
 */
final class NetworkBudget implements Endpoint {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SECONDS_OF_A_STUBBORN_CLIENT = 60;
    /** Minutes of the budget that may be used at once: a person opens several pages, and a class of a school does so together. */
    private static final int MINUTES_AT_ONCE = 2;
    private static final List<String> FORWARDING = List.of("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via");
    private static final List<AddressBlock> LOOPBACK = List.of(AddressBlock.parse("127.0.0.0/8"), AddressBlock.parse("::1"));
    /** Paths that are not counted, with all below them. */
    private static final List<String> UNCOUNTED = List.of(Routes.OAI, Routes.INDEX_OAI, Routes.PROXY, Routes.DUMPS, Routes.SYNC,
            Routes.ADMIN, Routes.HEALTH, Routes.METRICS, Routes.ROBOTS, Routes.STATIC, Routes.RESOURCESYNC,
            Routes.RESOURCESYNC_SOURCE);

    private final FlowControl networks;
    private final ClientAddresses clients;
    private final String instead;

    /** A request beyond the budget. */
    private static final class OverBudgetException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int seconds;

        OverBudgetException(int seconds) {
            super("over the budget of pages", null, false, false);
            this.seconds = seconds;
        }
    }

    /**
     * Creates the budget.
     *
     * @param perMinute pages that a network may ask for in a minute, in the long run; at least 1
     * @param baseUrl public address of the hub, without a slash at its end
     * @param hasDumps true when the hub offers dumps
     */
    NetworkBudget(int perMinute, ClientAddresses clients, String baseUrl, boolean hasDumps, InstantSource clock) {
        this.networks = new FlowControl(FlowRules.NONE.withLimit(
                new RequestLimit(perMinute, Math.min(RequestLimit.MOST_REQUESTS, perMinute * MINUTES_AT_ONCE),
                        RequestLimit.MOST_REQUESTS, RequestLimit.BLOCKED_FOR)),
                clock);
        this.clients = clients;
        this.instead = "All records are available at once, without pages: "
                + (hasDumps ? "as files at " + baseUrl + Routes.DUMPS + ", and by " : "by ") + "OAI-PMH at " + baseUrl
                + Routes.OAI + ".";
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.before(this::count);
        config.routes.exception(OverBudgetException.class, (failure, context) -> {
            context.header("Retry-After", Integer.toString(failure.seconds)).header("Cache-Control", "no-store");
            PlainText.answer(context, TOO_MANY_REQUESTS, "Your network asks for too many pages. Ask again in " + failure.seconds
                    + (failure.seconds == 1 ? " second. " : " seconds. ") + instead);
        });
    }

    private void count(Context context) {
        if (isUncounted(context.path())) {
            return;
        }
        Optional<VerifiedSigner> signer = VerifiedSigner.of(context);
        if (signer.isPresent()) {
            int seconds = signer.get().count();
            if (seconds > 0) {
                throw new OverBudgetException(seconds);
            }
            return;
        }
        IpAddress client = clients.of(context);
        boolean namesProxy = !clients.isForwarded(context)
                && FORWARDING.stream().anyMatch(header -> context.header(header) != null);
        if (isCounted(client, namesProxy)) {
            switch (networks.decide(client.network())) {
                case FlowDecision.RetryAfter wait -> throw new OverBudgetException(wait.seconds());
                case FlowDecision.Forbidden _ -> throw new OverBudgetException(SECONDS_OF_A_STUBBORN_CLIENT);
                case FlowDecision.Serve _,FlowDecision.Redirect _ -> {
                    // Within the budget; there is no mirror.
                }
            }
        }
    }

    /**
     * Returns true if the requests from an address are counted.
     *
     * @param namesProxy true if the request states that an untrusted proxy has passed it on
     */
    static boolean isCounted(IpAddress client, boolean namesProxy) {
        return LOOPBACK.stream().noneMatch(block -> block.contains(client))
                && !(namesProxy && PrivateNetwork.isPrivate(InetAddress.ofLiteral(client.toString())));
    }

    private static boolean isUncounted(String path) {
        return Routes.isOfTheProgram(path) || Routes.isSitemap(path)
                || UNCOUNTED.stream().anyMatch(prefix -> path.startsWith(prefix)
                        && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/'));
    }
}
