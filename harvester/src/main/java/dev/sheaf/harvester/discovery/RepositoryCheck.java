package dev.sheaf.harvester.discovery;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Friends;
import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;

/** Requests that ask an address for its identity. Safe for many threads. */
public final class RepositoryCheck {

    /** Largest number of bytes of an Identify response. Even the thousands of friends that some name take only a few hundred kilobytes. */
    private static final long LONGEST = 16L << 20;
    private static final int MOST_FRIENDS = 20_000;

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final Pause pause;

    /**
     * Creates a check with few attempts and short timeouts, because many of thousands of addresses are dead.
     *
     * @param fetcher is not closed
     * @param rules identification to send; sizes, times and attempts are replaced
     */
    public RepositoryCheck(HttpFetcher fetcher, FetchRules rules, Pause pause) {
        this.fetcher = fetcher;
        this.rules = rules.withSizes(LONGEST, LONGEST).withTimes(Duration.ofSeconds(30), Duration.ofMinutes(1)).withAttempts(1);
        this.pause = pause;
    }

    /**
     * An answer and the friends that it names.
     *
     * @param checked the answer
     * @param friends their base URLs as given, some thousands at most
     */
    public record Answer(Checked checked, List<String> friends) {

        /** Copies the list. */
        public Answer {
            friends = List.copyOf(friends);
        }
    }

    /** Requests the identity; a failure is an answer too. */
    public Answer ask(BaseUrl baseUrl) {
        return ask(baseUrl, null);
    }

    /**
     * Requests the identity of an address that a third party has named.
     *
     * @param namedBy address of the third party: a public one must not lead into a private network; null for an address that was typed
     */
    public Answer ask(BaseUrl baseUrl, @Nullable URI namedBy) {
        FetchRules asking = namedBy == null ? rules : rules.withAccess(rules.access(), namedBy);
        try {
            OaiReply reply = new OaiClient(fetcher, baseUrl, ClientOptions.DEFAULT.withRules(asking).withPause(pause))
                    .ask(new OaiRequest.Identify());
            if (reply.answer() instanceof OaiResponse.Identify(RepositoryDescription description)) {
                List<String> friends = friends(description);
                return new Answer(new Checked.Reachable(Identity.of(description), reply.servedFrom(), friends.size()),
                        friends.subList(0, Math.min(friends.size(), MOST_FRIENDS)));
            }
            List<OaiError> errors = reply.answer() instanceof OaiResponse.Errors refused ? refused.errors() : List.of();
            return failed(HarvestException.Kind.PROTOCOL, "it refuses Identify: "
                    + String.join(", ", errors.stream().map(OaiError::code).toList()));
        } catch (HarvestException failure) {
            return failed(failure.kind(), failure.getMessage());
        }
    }

    private static Answer failed(HarvestException.Kind kind, String reason) {
        return new Answer(new Checked.Failed(kind, AddressList.shown(reason, 300)), List.of());
    }

    private static List<String> friends(RepositoryDescription description) {
        List<String> friends = new ArrayList<>();
        for (XmlFragment container : description.descriptions()) {
            if (ContainerReader.description(container).orElse(null) instanceof Friends(List<String> baseUrls)) {
                friends.addAll(baseUrls);
                // The caller checks each entry and reports those that are no base URLs.
                friends.addAll(ContainerReader.brokenEntries(container));
            }
        }
        return friends;
    }
}
