package dev.sheaf.platform.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.simulator.ScriptedProvider;

/**
 * A repository of which a response with records was recorded. Other responses of its server that were recorded in the same version of the
 * protocol are replayed next to it; only the rest is scripted.
 *
 * @param name for messages
 * @param kind the protocol's version, or that the response is malformed, or that it is a session
 * @param records by format, as read
 * @param beside answers to other verbs
 */
record RecordedRepository(String name, String kind, Map<MetadataPrefix, List<OaiRecord>> records,
        RecordedResponses.@Nullable Recorded response, Map<Verb, RecordedResponses.Recorded> beside) {

    /** Without the protocol's namespace. */
    static final String UNSAID = "not said";
    /** Not well-formed, in whatever version. */
    static final String MALFORMED = "malformed";
    /** A harvest that was recorded request by request. */
    static final String SESSION = "2.0, session";

    /** All that have records that can be harvested. */
    static List<RecordedRepository> all(Path data) throws IOException, OaiFormatException {
        List<RecordedResponses.Recorded> recorded = RecordedResponses.all(data);
        List<RecordedRepository> found = new ArrayList<>();
        for (RecordedResponses.Recorded one : recorded) {
            // Headers alone are no records.
            OaiResponse response = one.verb().equals("ListRecords") || one.verb().equals("GetRecord") ? one.read() : null;
            if (response != null && !RecordedResponses.records(response).isEmpty()) {
                MetadataPrefix prefix = prefix(one, response);
                found.add(new RecordedRepository(one.file(), kind(one),
                        Map.of(prefix, RecordedResponses.records(response)), one, beside(one, prefix, recorded)));
            }
        }
        RecordedSessions.records(data).forEach((name, records) -> found
                .add(new RecordedRepository(name, SESSION, records, null, Map.of())));
        return found;
    }

    private static String kind(RecordedResponses.Recorded one) {
        return !one.isWellFormed() ? MALFORMED : one.protocol().isEmpty() ? UNSAID : one.protocol();
    }

    private static MetadataPrefix prefix(RecordedResponses.Recorded recorded, OaiResponse response) {
        String asked = response.request().arguments().get("metadataPrefix");
        return new MetadataPrefix(
                asked != null && !asked.isEmpty() ? asked : recorded.format().isEmpty() ? "oai_dc" : recorded.format());
    }

    private static Map<Verb, RecordedResponses.Recorded> beside(RecordedResponses.Recorded one, MetadataPrefix prefix,
            List<RecordedResponses.Recorded> all) throws OaiFormatException {
        Map<Verb, RecordedResponses.Recorded> beside = new EnumMap<>(Verb.class);
        for (RecordedResponses.Recorded other : all) {
            boolean isOfOne = other.folder().equals(one.folder())
                    && (other.protocol().equals(one.protocol()) || other.protocol().isEmpty());
            Verb verb = !isOfOne ? null : switch (other.verb()) {
                case "Identify" -> Verb.IDENTIFY;
                case "ListSets" -> Verb.LIST_SETS;
                case "ListMetadataFormats" -> Verb.LIST_METADATA_FORMATS;
                default -> null;
            };
            if (verb != null && !beside.containsKey(verb) && fits(other.read(), prefix)) {
                beside.put(verb, other);
            }
        }
        return beside;
    }

    /** An answer about the repository that knows the format in which records were recorded. */
    private static boolean fits(OaiResponse other, MetadataPrefix prefix) {
        return switch (other.answer()) {
            case OaiResponse.Identify _,OaiResponse.ListSets _ -> true;
            case OaiResponse.ListMetadataFormats list -> list.formats().stream()
                    .anyMatch(format -> format.prefix().equals(prefix));
            case OaiResponse.Errors errors -> errors.has(OaiError.Code.NO_SET_HIERARCHY);
            default -> false;
        };
    }

    /** The answer to Identify, where it was recorded. */
    Optional<RepositoryDescription> description() throws OaiFormatException {
        RecordedResponses.Recorded identify = beside.get(Verb.IDENTIFY);
        return identify != null && identify.read().answer() instanceof OaiResponse.Identify answer
                ? Optional.of(answer.description())
                : Optional.empty();
    }

    /** The sets, where they were recorded. */
    List<OaiSet> sets() throws OaiFormatException {
        RecordedResponses.Recorded sets = beside.get(Verb.LIST_SETS);
        return sets != null && sets.read().answer() instanceof OaiResponse.ListSets list ? list.sets() : List.of();
    }

    /** The formats, where they were recorded. */
    List<MetadataFormat> formats() throws OaiFormatException {
        RecordedResponses.Recorded formats = beside.get(Verb.LIST_METADATA_FORMATS);
        return formats != null && formats.read().answer() instanceof OaiResponse.ListMetadataFormats list
                ? list.formats()
                : List.of();
    }

    /** A provider that answers with what was recorded. */
    ScriptedProvider play() throws IOException, OaiFormatException {
        ScriptedProvider provider = ScriptedProvider.start(InstantSource.system());
        for (Map.Entry<MetadataPrefix, List<OaiRecord>> format : records.entrySet()) {
            if (!format.getKey().equals(MetadataPrefix.OAI_DC)) {
                String namespace = format.getValue().stream().map(OaiRecord::metadata).filter(Objects::nonNull)
                        .map(XmlFragments::rootNamespace).findFirst().orElse("");
                provider.format(new MetadataFormat(format.getKey(), namespace + "/schema.xsd", namespace));
            }
            if (response == null) {
                provider.put(format.getKey(), format.getValue().stream().filter(RecordedRepository::isAcceptable).toList());
            } else {
                playList(provider, format.getKey(), response);
            }
        }
        for (Map.Entry<Verb, RecordedResponses.Recorded> other : beside.entrySet()) {
            provider.answer("verb=" + other.getKey().text(), other.getValue().bytes());
        }
        formats().forEach(provider::format);
        description().flatMap(RepositoryDescription::granularity).ifPresent(provider::granularity);
        endSets(provider);
        return provider;
    }

    /** A provider that also answers with headers, and with the first records alone, as its list has them. */
    ScriptedProvider playSingles() throws IOException, OaiFormatException {
        ScriptedProvider provider = play();
        if (response == null) {
            return provider;
        }
        OaiResponse read = response.read();
        for (Map.Entry<MetadataPrefix, List<OaiRecord>> format : records.entrySet()) {
            List<OaiRecord> all = format.getValue();
            if (kind.startsWith("1.")) {
                // Protocol 1.x has the records in the same elements; the first one is the one that is meant.
                provider.answer(new OaiRequest.GetRecord(all.getFirst().identifier(), format.getKey()).query(),
                        named(response.bytes(), "ListRecords", "GetRecord"));
                continue;
            }
            for (OaiRecord record : all.subList(0, Math.min(5, all.size()))) {
                provider.answer(new OaiRequest.GetRecord(record.identifier(), format.getKey()).query(),
                        written(read, new OaiResponse.GetRecord(record)));
            }
            provider.answer("verb=ListIdentifiers&metadataPrefix=" + format.getKey(),
                    written(read, new OaiResponse.ListIdentifiers(all.stream().map(OaiRecord::header).toList(), null)));
        }
        return provider;
    }

    private static byte[] named(byte[] response, String from, String to) {
        return new String(response, StandardCharsets.ISO_8859_1).replace("<" + from, "<" + to).replace("</" + from, "</" + to)
                .replace("OAI_" + from, "OAI_" + to).getBytes(StandardCharsets.ISO_8859_1);
    }

    private void playList(ScriptedProvider provider, MetadataPrefix prefix, RecordedResponses.Recorded recorded)
            throws IOException, OaiFormatException {
        // One record is a list of one: all that differs is the name of the element, and of its namespace in 1.x.
        byte[] list = named(recorded.bytes(), "GetRecord", "ListRecords");
        provider.answer("verb=ListRecords&metadataPrefix=" + prefix, list);
        OaiResponse read = recorded.read();
        if (read.answer() instanceof OaiResponse.ListRecords(List<OaiRecord> page, ResumptionToken token) && token != null
                && !token.isLast()) {
            // The next page was not recorded: the same records once more, and the end.
            provider.answer(new OaiRequest.ListRecords(null, token.value()).query(),
                    written(read, new OaiResponse.ListRecords(page, end())));
        }
    }

    private void endSets(ScriptedProvider provider) throws IOException, OaiFormatException {
        RecordedResponses.Recorded sets = beside.get(Verb.LIST_SETS);
        if (sets != null && sets.read().answer() instanceof OaiResponse.ListSets(List<OaiSet> page, ResumptionToken token)
                && token != null && !token.isLast()) {
            provider.answer(new OaiRequest.ListSets(token.value()).query(),
                    written(sets.read(), new OaiResponse.ListSets(page, end())));
        }
    }

    private static ResumptionToken end() {
        return new ResumptionToken("", null, null, null);
    }

    private static byte[] written(OaiResponse like, OaiResponse.Answer answer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OaiWriter.write(new OaiResponse(like.responseDate(), like.request(), answer), out);
        return out.toByteArray();
    }

    /** A live record without metadata is not one: it stays in quarantine. */
    static boolean isAcceptable(OaiRecord received) {
        return !received.identifier().isEmpty() && (received.deleted() || received.metadata() != null);
    }
}
