package dev.sheaf.platform.notify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Pushed;
import dev.sheaf.core.extension.ExtensionResponse.Refused;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.announce.PushedDocument;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.platform.server.ServedAggregates;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscriptions.PushState;

/**
 * Sends a repository's records to a receiver: the responses that a harvester would get, page by page, since the last push. The position is
 * saved after each page that has arrived, so that the next push continues there after any failure. Thread-safe; one push of a subscription
 * at a time.
 */
public final class RepositoryPush {

    /** Page sizes in records: the usual one, and smaller ones if a receiver finds the records too large. */
    private static final int[] PAGES = {500, 50, 5, 1};
    private static final int TOO_LARGE = 413;
    private static final int CONFLICT = 409;

    private final HubStore store;
    private final ServedRepositories repositories;
    /**
     * Last descriptions of the repository that each receiver got. Sending them with each push would cost three more requests every time.
     */
    private final Map<Receiver, List<OaiResponse.Answer>> described = new ConcurrentHashMap<>();

    /**
     * A receiver and the repository that it gets.
     *
     * @param remote see {@link Subscription#remote()}
     */
    private record Receiver(Subscription.Topic topic, @Nullable String remote) {}

    private static Receiver receiverOf(Subscription subscription) {
        return new Receiver(subscription.topic(), subscription.remote());
    }

    /**
     * @param repositories repositories as the hub serves them
     */
    public RepositoryPush(HubStore store, ServedRepositories repositories) {
        this.store = store;
        this.repositories = repositories;
    }

    /** Listener to the progress of a push. */
    public interface Progress {
        /** A listener that does nothing. */
        Progress NONE = (_, _) -> {};

        /**
         * Reports that a page has arrived.
         *
         * @param accepted number of its accepted records
         * @param rejected number of its rejected records
         */
        void arrived(long accepted, long rejected);
    }

    /**
     * Sends the changes.
     *
     * @param stop checked before each page; true interrupts the push until another time
     * @return the last answer; accepted if everything has arrived
     * @throws HarvestException if a page was not answered; the next push repeats it
     */
    SyncReply run(Subscription subscription, HubClient receiver, BooleanSupplier stop) throws HarvestException {
        return run(subscription, receiver, List.of(), stop, Progress.NONE);
    }

    /**
     * Sends the changes in some formats.
     *
     * @param wanted formats; empty for all
     */
    public SyncReply run(Subscription subscription, HubClient receiver, List<MetadataPrefix> wanted, BooleanSupplier stop,
            Progress progress) throws HarvestException {
        return new Run(subscription, receiver, stop, progress).all(wanted);
    }

    /**
     * Greets a receiver: sends it a description of the repository, whether or not it has changed.
     *
     * @return the answer of the receiver
     * @throws HarvestException if there was none
     */
    SyncReply greet(Subscription subscription, HubClient receiver) throws HarvestException {
        Run run = new Run(subscription, receiver, () -> false, Progress.NONE);
        return run.post(null, null, null, false, run.provider().answer(new OaiRequest.Identify()));
    }

    /** One push. */
    private final class Run {

        private final Subscription subscription;
        private final HubClient receiver;
        private final BooleanSupplier stop;
        private final Progress progress;
        private int size;
        private boolean isDescribed;

        Run(Subscription subscription, HubClient receiver, BooleanSupplier stop, Progress progress) {
            this.subscription = subscription;
            this.receiver = receiver;
            this.stop = stop;
            this.progress = progress;
        }

        private DataProvider provider() {
            ServedRepositories sized = repositories.withPages(PAGES[size], PAGES[size], PAGES[0]);
            String id = subscription.topic().repository();
            return id.isEmpty()
                    ? sized.everything()
                    : sized.byId(id).orElseThrow(() -> new IllegalStateException("the repository " + id + " is gone"));
        }

        SyncReply all(List<MetadataPrefix> wanted) throws HarvestException {
            SyncReply last = nothing();
            for (MetadataFormat format : inOrder(provider())) {
                if (wanted.isEmpty() || wanted.contains(format.prefix())) {
                    last = list(format.prefix());
                    if (!last.isTaken()) {
                        return last;
                    }
                }
            }
            return last;
        }

        /** Returns the reply for a push without changes. */
        private SyncReply nothing() {
            return new SyncReply(200, null, null, "");
        }

        /** Returns the formats, oai_dc first, so that the receiver need not derive it from others. */
        private List<MetadataFormat> inOrder(DataProvider provider) {
            if (!(provider.answer(new OaiRequest.ListMetadataFormats(null))
                    .answer() instanceof OaiResponse.ListMetadataFormats(List<MetadataFormat> formats))) {
                return List.of(MetadataFormat.OAI_DC);
            }
            List<MetadataFormat> ordered = new ArrayList<>(formats);
            ordered.sort((one, other) -> Boolean.compare(other.prefix().equals(MetadataPrefix.OAI_DC),
                    one.prefix().equals(MetadataPrefix.OAI_DC)));
            return ordered;
        }

        private SyncReply list(MetadataPrefix prefix) throws HarvestException {
            boolean restarted = false;
            // An interrupted push continues the list as it was. Later changes follow in a list of their own.
            boolean resumed = store.subscriptions().pushState(subscription.number(), prefix.value()).until() != null;
            while (true) {
                PushState state = store.subscriptions().pushState(subscription.number(), prefix.value());
                OaiResponse page = page(prefix, state);
                if (page.answer() instanceof OaiResponse.Errors errors) {
                    if (errors.has(OaiError.Code.BAD_RESUMPTION_TOKEN) && state.token() != null) {
                        keep(prefix, new PushState(state.since(), null, null, 0));
                        continue;
                    }
                    // A full list without records, or one whose last records cannot be read, ends with this answer.
                    boolean ends = (state.since() == null || state.token() != null)
                            && errors.has(OaiError.Code.NO_RECORDS_MATCH);
                    if (!ends) {
                        // No changes in this format.
                        return nothing();
                    }
                }
                if (stop.getAsBoolean()) {
                    return new SyncReply(503, null, null, "interrupted; the next push continues here");
                }
                SyncReply introduced = describe();
                if (!introduced.isTaken()) {
                    return introduced;
                }
                Long begun = state.until();
                long until = begun == null ? page.responseDate().instant().orElseThrow().getEpochSecond() : begun;
                String next = token(page);
                SyncReply reply = send(prefix, state, until, page, next == null);
                if (reply.isTaken()) {
                    told(reply);
                    keep(prefix,
                            next == null
                                    ? new PushState(until, null, null, 0)
                                    : new PushState(state.since(), until, next, state.parts() + 1));
                    if (next == null && !resumed) {
                        return reply;
                    }
                    resumed = resumed && next != null;
                } else if (reply.status() == TOO_LARGE && size < PAGES.length - 1) {
                    size++;
                } else if (reply.status() == CONFLICT && !restarted) {
                    restarted = true;
                    // A receiver that has lost records may have lost the descriptions too.
                    described.remove(receiverOf(subscription));
                    isDescribed = false;
                    keep(prefix, new PushState(expected(reply).map(Instant::getEpochSecond).orElse(null), null, null, 0));
                } else {
                    return reply;
                }
            }
        }

        private OaiResponse page(MetadataPrefix prefix, PushState state) {
            String token = state.token();
            return provider().answer(token == null
                    ? new OaiRequest.ListRecords(selection(prefix, state, state.until()), null)
                    : new OaiRequest.ListRecords(null, token));
        }

        /**
         * Returns the selection of changed records. The selection of a full list has no until, because the receiver could not recognise it
         * as full otherwise.
         */
        private Selection selection(MetadataPrefix prefix, PushState state, @Nullable Long until) {
            String set = subscription.topic().set();
            Long since = state.since();
            return new Selection(prefix, since == null ? null : second(since),
                    since == null || until == null ? null : second(until),
                    set.isEmpty() ? null : new SetSpec(set));
        }

        private static Datestamp second(long seconds) {
            return Datestamp.ofSecond(Instant.ofEpochSecond(seconds));
        }

        private SyncReply send(MetadataPrefix prefix, PushState state, long until, OaiResponse page, boolean last)
                throws HarvestException {
            ServedAggregates.note(store.membership(), Topics.id(subscription.topic()));
            Selection sent = selection(prefix, state, until);
            OaiResponse whole = page.answer() instanceof OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken _)
                    ? new OaiResponse(page.responseDate(), page.request(), new OaiResponse.ListRecords(records, null))
                    : page;
            Datestamp from = sent.from();
            Datestamp end = sent.until();
            return post(prefix.value(), from == null ? null : from.text(), end == null ? null : end.text(), last, whole);
        }

        private SyncReply post(@Nullable String prefix, @Nullable String from, @Nullable String until, boolean last,
                OaiResponse document)
                throws HarvestException {
            String set = subscription.topic().set();
            String remote = subscription.remote();
            String id = remote == null ? subscription.topic().repository() : remote;
            String baseUrl = provider().baseUrl();
            // The loopback address of this machine means nothing to another machine.
            boolean tellsMore = id.isEmpty() || !URI.create(baseUrl).getHost().matches("localhost|127[.].*|\\[::1]");
            return receiver.push(new PushedDocument(id.isEmpty() ? null : id, tellsMore ? baseUrl : null, prefix, from, until,
                    prefix == null || set.isEmpty() ? null : set, last, bytes(document)));
        }

        /** Sends Identify, the formats and the sets before the first records, unless the receiver has the present ones. */
        private SyncReply describe() throws HarvestException {
            SyncReply reply = nothing();
            if (isDescribed) {
                return reply;
            }
            List<OaiResponse> documents = descriptions();
            List<OaiResponse.Answer> answers = documents.stream().map(OaiResponse::answer).toList();
            if (!answers.equals(described.get(receiverOf(subscription)))) {
                for (OaiResponse document : documents) {
                    reply = post(null, null, null, false, document);
                    if (!reply.isTaken()) {
                        return reply;
                    }
                }
                described.put(receiverOf(subscription), answers);
            }
            isDescribed = true;
            return reply;
        }

        private List<OaiResponse> descriptions() {
            DataProvider provider = provider();
            OaiResponse identify = provider.answer(new OaiRequest.Identify());
            OaiResponse formats = provider.answer(new OaiRequest.ListMetadataFormats(null));
            OaiResponse sets = sets(provider);
            return sets.answer() instanceof OaiResponse.ListSets ? List.of(identify, formats, sets) : List.of(identify, formats);
        }

        private OaiResponse sets(DataProvider provider) {
            List<OaiSet> all = new ArrayList<>();
            Set<String> tokens = new HashSet<>();
            OaiResponse first = provider.answer(new OaiRequest.ListSets(null));
            OaiResponse page = first;
            while (page.answer() instanceof OaiResponse.ListSets(List<OaiSet> sets, ResumptionToken token)) {
                all.addAll(sets);
                if (token == null || token.isLast() || !tokens.add(token.value())) {
                    return new OaiResponse(first.responseDate(), first.request(), new OaiResponse.ListSets(all, null));
                }
                page = provider.answer(new OaiRequest.ListSets(token.value()));
            }
            return page;
        }

        private void told(SyncReply reply) {
            ExtensionResponse response = reply.response();
            if (response != null && response.answer() instanceof Pushed pushed) {
                progress.arrived(pushed.accepted(), pushed.rejected());
            }
        }

        private void keep(MetadataPrefix prefix, PushState state) {
            store.subscriptions().keep(subscription.number(), prefix.value(), state);
        }
    }

    /** Returns the token of the next page; null on the last page. */
    private static @Nullable String token(OaiResponse page) {
        return page.answer() instanceof OaiResponse.ListRecords(List<OaiRecord> _, ResumptionToken token) && token != null
                && !token.isLast()
                        ? token.value()
                        : null;
    }

    /** Returns the time from which the receiver wants records; empty if it has none. */
    private static Optional<Instant> expected(SyncReply reply) {
        ExtensionResponse response = reply.response();
        if (response == null || response.answer() instanceof Refused(Code code, String _) && code == Code.GAP) {
            return Optional.empty();
        }
        return response.answer() instanceof Pushed pushed
                ? Optional.ofNullable(pushed.expectedFrom()).flatMap(text -> Datestamp.received(text).instant())
                : Optional.empty();
    }

    private static byte[] bytes(OaiResponse document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
        try {
            OaiWriter.write(Objects.requireNonNull(document), out);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return out.toByteArray();
    }
}
