package dev.sheaf.platform.notify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.harvester.announce.SubscriberCallback;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.announce.TopicContent;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.store.notices.Subscription;

/**
 * Sends subscribers the changes of a repository (WebSub, section 7). The content of a topic is the repository's own answer to ListRecords
 * since the last delivery, in oai_dc if that has changed, so that every harvester can read it. It is limited to one page; the
 * resumptionToken of a longer list leads to the rest. Thread-safe.
 */
final class ContentDistribution {

    private static final Logger LOG = LoggerFactory.getLogger(ContentDistribution.class);
    /** The content type of the topic's own responses. */
    private static final String CONTENT_TYPE = "text/xml;charset=utf-8";
    /** Page sizes in records: the usual one, and smaller ones for large records or at the subscriber's request. */
    private static final int[] PAGES = {100, 10, 1};
    /** Size in bytes from which a smaller page is tried. */
    private static final int LARGE = 4 << 20;
    private static final int TOO_LARGE = 413;

    private final Topics topics;
    private final ServedRepositories repositories;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final Pause pause;

    ContentDistribution(Topics topics, ServedRepositories repositories, HttpFetcher fetcher, FetchRules rules, Pause pause,
            boolean privateToo) {
        this.topics = topics;
        this.repositories = repositories;
        this.fetcher = fetcher;
        // The name may have been public at the time of the subscription and lead into a private network now.
        this.rules = rules.withReach(privateToo ? Reach.ANYWHERE : Reach.PUBLIC);
        this.pause = pause;
    }

    /**
     * Delivers the changes that a subscriber was not notified of.
     *
     * @return the answer; a success if there is nothing to deliver
     * @throws HarvestException if there was no answer
     */
    SyncReply deliver(Subscription subscription, Repository repository) throws HarvestException {
        SubscriberCallback callback = callback(subscription);
        Optional<MetadataFormat> format = PendingChanges.first(repository, subscription.topic().set(), subscription.told());
        SyncReply reply = new SyncReply(204, null, null, "");
        if (format.isEmpty()) {
            return reply;
        }
        for (int size : PAGES) {
            Optional<byte[]> page = page(subscription, format.get().prefix(), size);
            if (page.isEmpty()) {
                return reply;
            }
            if (page.get().length > LARGE && size > 1) {
                continue;
            }
            reply = callback.deliver(
                    new TopicContent(topics.hub(), topics.address(subscription.topic()), CONTENT_TYPE, page.get()),
                    subscription.secret());
            if (reply.status() != TOO_LARGE) {
                return reply;
            }
        }
        return reply;
    }

    /** Notifies a subscriber that its subscription has ended. A failure is only logged. */
    void deny(Subscription subscription, String reason) {
        try {
            callback(subscription).deny(topics.address(subscription.topic()), reason);
        } catch (HarvestException | IllegalArgumentException failure) {
            LOG.info("subscriber not notified of the end: callback={} reason=\"{}\"", subscription.topic().callback(),
                    SyncEndpoint.line(String.valueOf(failure.getMessage())));
        }
    }

    private SubscriberCallback callback(Subscription subscription) {
        return new SubscriberCallback(fetcher, rules, URI.create(subscription.topic().callback()), pause);
    }

    /** Returns the first page of the changes; empty if the list has no entry. */
    private Optional<byte[]> page(Subscription subscription, MetadataPrefix prefix, int size) {
        ServedRepositories sized = repositories.withPages(size, size, size);
        String id = subscription.topic().repository();
        DataProvider provider = id.isEmpty()
                ? sized.everything()
                : sized.byId(id).orElseThrow(() -> new IllegalStateException("the repository " + id + " is gone"));
        String set = subscription.topic().set();
        Datestamp from = Datestamp.of(Instant.ofEpochSecond(subscription.told().datestamp()), granularity(provider));
        OaiResponse response = provider.answer(new OaiRequest.ListRecords(
                new Selection(prefix, from, null, set.isEmpty() ? null : new SetSpec(set)), null));
        return response.answer() instanceof OaiResponse.ListRecords ? Optional.of(bytes(response)) : Optional.empty();
    }

    private static Granularity granularity(DataProvider provider) {
        return provider.answer(new OaiRequest.Identify()).answer() instanceof OaiResponse.Identify identify
                ? identify.description().granularity().orElse(Granularity.SECOND)
                : Granularity.SECOND;
    }

    private static byte[] bytes(OaiResponse response) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
        try {
            OaiWriter.write(response, out);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return out.toByteArray();
    }
}
