package dev.sheaf.platform.notify;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Pushed;
import dev.sheaf.core.extension.ExtensionResponse.RecordProblem;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.PushedPage;
import dev.sheaf.harvester.PushedRun;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.sync.SourcePushes;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.store.HubStore;

/** Handler of pushed documents. It reads them like harvested responses and passes them on to be stored. Thread-safe. */
final class PushHandler {

    private static final Logger LOG = LoggerFactory.getLogger(PushHandler.class);
    private static final Set<String> ARGUMENTS = Set.of("verb", "baseURL", "source", "metadataPrefix", "from", "until", "set",
            "sequence",
            "last");
    private static final List<String> ECHOED = List.of("baseURL", "metadataPrefix", "from", "until", "set", "sequence", "last");
    private static final int MOST_PROBLEMS = 100;

    private final HubStore store;
    private final SourcePushes pushes;
    private final String address;

    /**
     * @param address public address of the verbs
     */
    PushHandler(HubStore store, SourcePushes pushes, String address) {
        this.store = store;
        this.pushes = pushes;
        this.address = address;
    }

    /**
     * Result of a pushed document.
     *
     * @param status HTTP status
     */
    record Answer(int status, Pushed pushed) {}

    /** Checks the arguments, but not the sender. */
    static void check(OaiArguments arguments) throws RefusedException {
        Arguments.check(arguments, ARGUMENTS, Set.of());
        if (arguments.values("baseURL").isEmpty() && arguments.values("source").isEmpty()) {
            throw Arguments.bad("baseURL is missing: the base URL of the repository whose records these are");
        }
        for (String prefix : arguments.values("metadataPrefix")) {
            if (!new MetadataPrefix(prefix).isLegal()) {
                throw Arguments.bad("metadataPrefix: '" + prefix + "' is not a metadataPrefix");
            }
        }
        for (String set : arguments.values("set")) {
            if (!new SetSpec(set).isLegal()) {
                throw Arguments.bad("set: '" + set + "' is not a setSpec");
            }
        }
        Arguments.checkRange(arguments);
        for (String last : arguments.values("last")) {
            if (!last.equals("true") && !last.equals("false")) {
                throw Arguments.bad("last must be true or false");
            }
        }
    }

    /** Returns the arguments that the response repeats. */
    static Map<String, String> echo(OaiArguments arguments) {
        Map<String, String> echo = new LinkedHashMap<>();
        echo.put("verb", "PushMetadata");
        ECHOED.forEach(key -> arguments.values(key).stream().findFirst().ifPresent(value -> echo.put(key, value)));
        return echo;
    }

    /**
     * Accepts a document.
     *
     * @param ids ids of the sources that signed it
     * @param body the decoded body
     * @param contentType value of that header
     * @param wireBytes size of the body as received
     */
    Answer take(SignedCall call, List<String> ids, byte[] body, String contentType, long wireBytes) throws RefusedException {
        Source source = ids.stream().map(store::source).flatMap(java.util.Optional::stream)
                .filter(known -> known.kind().isPushed()).findFirst()
                .orElseThrow(() -> new RefusedException(403, Code.NOT_SUBSCRIBED,
                        "this source is not registered as one that pushes; at the hub: sheaf source add ID --push"));
        Reading reading = read(body, contentType);
        Source known = addressed(source, call.arguments());
        if (describe(known, reading)) {
            LOG.info("description pushed: source={} client={}", known.id(), call.client());
            return new Answer(200, new Pushed(0, 0, null, null, List.of()));
        }
        PushedPage page = page(call, known, reading, wireBytes, body.length);
        return switch (pushes.take(known, page)) {
            case SourcePushes.Result.Stored(PushedRun.Taken taken) -> {
                store.announcements().pushed(known.id());
                LOG.info("records pushed: source={} client={} received={} refused={} last={}", known.id(), call.client(),
                        taken.counts().received(), taken.counts().refused(), page.last());
                yield new Answer(200, pushed(taken));
            }
            case SourcePushes.Result.Missing(Datestamp expected) -> {
                if (expected == null) {
                    throw new RefusedException(409, Code.GAP,
                            "the hub has no part of this list yet: begin without from");
                }
                yield new Answer(409, new Pushed(0, 0, null, expected.text(), List.of()));
            }
            case SourcePushes.Result.Busy(String reason) -> throw new RefusedException(503, Code.BAD_ARGUMENT,
                    OneLine.sentence(reason) + " Send it again later");
        };
    }

    private static Reading read(byte[] body, String contentType) throws RefusedException {
        Reading reading;
        try {
            reading = ResponseReader.REPAIRING.read(body, contentType);
        } catch (OaiFormatException failure) {
            throw Arguments.bad("the body is not an OAI-PMH response: " + failure.getMessage());
        }
        if (reading.isCut()) {
            throw Arguments.bad("the body ends before the end of the response; nothing of it was stored: send all of it");
        }
        return reading;
    }

    /** Returns the source with its address. A source without an address takes that of its first push, for the provenance of its records. */
    private Source addressed(Source source, OaiArguments arguments) {
        if (source.baseUrl() != null || arguments.values("baseURL").isEmpty()) {
            return source;
        }
        try {
            String told = BaseUrl.parse(arguments.values("baseURL").getFirst()).toString();
            if (told.startsWith(address.substring(0, address.length() - Routes.SYNC.length()) + "/")) {
                return source;
            }
            Source moved = new Source(source.id(), source.kind(), told, source.name(), source.prefixes(), source.sets(),
                    source.settings());
            store.put(moved);
            return moved;
        } catch (IllegalArgumentException _) {
            return source;
        }
    }

    /**
     * @return true if the document describes the repository, and has been stored
     */
    private boolean describe(Source source, Reading reading) throws RefusedException {
        SourceDescription told = switch (reading.response().answer()) {
            case OaiResponse.Identify identify -> new SourceDescription(identify.description(), null, null);
            case OaiResponse.ListMetadataFormats formats -> new SourceDescription(null, formats.formats(), null);
            case OaiResponse.ListSets sets -> {
                if (sets.resumptionToken() != null && !sets.resumptionToken().isLast()) {
                    throw Arguments.bad("the list of sets is incomplete: it has a resumptionToken");
                }
                yield new SourceDescription(null, null, sets.sets());
            }
            case OaiResponse.Errors _,OaiResponse.GetRecord _,OaiResponse.ListRecords _,OaiResponse.ListIdentifiers _,OaiResponse.ListIndexFormats _ -> null;
        };
        if (told != null) {
            store.describe(source.id(), told);
        }
        return told != null;
    }

    private PushedPage page(SignedCall call, Source source, Reading reading, long wireBytes, long bytes) throws RefusedException {
        OaiArguments arguments = call.arguments();
        java.util.Optional<String> fault = PushedRun.fault(reading.response().answer());
        if (fault.isPresent()) {
            throw Arguments.bad(fault.get());
        }
        String prefix = arguments.values("metadataPrefix").stream().findFirst()
                .orElseThrow(() -> Arguments.bad("metadataPrefix is missing: the format of the records"));
        Datestamp time = reading.response().responseDate();
        Selection sent = new Selection(new MetadataPrefix(prefix), Arguments.datestamp(arguments, "from"),
                Arguments.datestamp(arguments, "until"),
                arguments.values("set").stream().findFirst().map(SetSpec::new).orElse(null));
        return new PushedPage(format(source, sent.prefix()), sent, arguments.values("last").contains("true"), reading,
                URI.create(address), time.isLegal() ? time : null, wireBytes, bytes);
    }

    private MetadataFormat format(Source source, MetadataPrefix prefix) {
        List<MetadataFormat> told = store.description(source.id()).map(SourceDescription::formats).orElse(List.of());
        return told.stream().filter(format -> format.prefix().equals(prefix)).findFirst()
                .orElseGet(
                        () -> prefix.equals(MetadataPrefix.OAI_DC) ? MetadataFormat.OAI_DC : new MetadataFormat(prefix, "", ""));
    }

    private static Pushed pushed(PushedRun.Taken taken) {
        @Nullable
        Datestamp last = taken.last();
        long rejected = taken.counts().refused();
        return new Pushed(taken.counts().received() - rejected, rejected, last == null || !last.isLegal() ? null : last.text(),
                null,
                taken.quarantined().stream().limit(MOST_PROBLEMS)
                        .map(one -> new RecordProblem(one.identifier() == null ? "" : one.identifier(), one.reason())).toList());
    }
}
