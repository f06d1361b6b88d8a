package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;

/**
 * Requests of every verb at the addresses of a hub, with a judgement of each response: its envelope must be valid. The proxy may answer
 * HTTP 502 or 503 in place of a source's response; any other status is a fault. Belongs to one test.
 */
final class EnvelopeSurvey {

    /** Property that names a folder; the responses of every address are saved there, for other validators. */
    private static final String SAVED = "sheaf.responses";
    private static final Set<Integer> REFUSALS = Set.of(502, 503);
    /** Records of a list that are also asked for alone. */
    private static final int SINGLES = 5;
    private static final int MOST_PAGES = 1_000;

    private final TestHub hub;
    private final Map<String, Integer> valid = new TreeMap<>();
    private final Map<String, Integer> errors = new TreeMap<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private final Map<String, List<String>> faults = new LinkedHashMap<>();
    private int saved;

    /** @param hub that is asked; stays the caller's */
    EnvelopeSurvey(TestHub hub) {
        this.hub = hub;
    }

    /** Returns the number of valid responses by kind of address and verb. */
    Map<String, Integer> valid() {
        return valid;
    }

    /** Returns how many of the valid responses are errors of the protocol, by kind of address and verb. */
    Map<String, Integer> errors() {
        return errors;
    }

    /** Returns what the proxy refused, with the status and the reason. */
    Map<String, String> refused() {
        return refused;
    }

    /** Returns the faults by response; none when all responses are valid. */
    Map<String, List<String>> faults() {
        return faults;
    }

    /**
     * Asks with every verb.
     *
     * @param url that is asked
     * @param door kind of address, for the counts
     * @param name for messages
     */
    void ask(String url, String door, String name) throws IOException, InterruptedException {
        Address address = new Address(url, door, name);
        judge(address, Verb.IDENTIFY, "");
        list(address, Verb.LIST_SETS, "");
        OaiResponse formats = judge(address, Verb.LIST_METADATA_FORMATS, "").orElse(null);
        if (!(formats != null && formats.answer() instanceof OaiResponse.ListMetadataFormats(List<MetadataFormat> all))) {
            return;
        }
        for (MetadataFormat format : all) {
            String prefix = "&metadataPrefix=" + format.prefix();
            list(address, Verb.LIST_IDENTIFIERS, prefix);
            List<OaiRecord> records = list(address, Verb.LIST_RECORDS, prefix);
            if (format.namespace().isBlank()) {
                faults.put(address + " " + format.prefix(), List.of("the format has no namespace"));
            }
            for (OaiRecord record : records.subList(0, Math.min(SINGLES, records.size()))) {
                String identifier = "&identifier=" + URLEncoder.encode(record.identifier(), StandardCharsets.UTF_8);
                judge(address, Verb.GET_RECORD, prefix + identifier);
                judge(address, Verb.LIST_METADATA_FORMATS, identifier);
            }
        }
    }

    private record Address(String url, String door, String name) {
        @Override
        public String toString() {
            return door + " " + name;
        }
    }

    private List<OaiRecord> list(Address address, Verb verb, String arguments) throws IOException, InterruptedException {
        List<OaiRecord> records = new ArrayList<>();
        String next = arguments;
        for (int page = 0; next != null && page < MOST_PAGES; page++) {
            OaiResponse response = judge(address, verb, next).orElse(null);
            ResumptionToken token = response == null ? null : switch (response.answer()) {
                case OaiResponse.ListRecords list -> {
                    records.addAll(list.records());
                    yield list.resumptionToken();
                }
                case OaiResponse.ListIdentifiers list -> list.resumptionToken();
                case OaiResponse.ListSets list -> list.resumptionToken();
                default -> null;
            };
            next = token == null || token.isLast()
                    ? null
                    : "&resumptionToken=" + URLEncoder.encode(token.value(), StandardCharsets.UTF_8);
        }
        return records;
    }

    private Optional<OaiResponse> judge(Address address, Verb verb, String arguments) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = hub.fetch(address.url() + "?verb=" + verb.text() + arguments);
        String what = address + " " + verb.text() + arguments;
        if (response.statusCode() != 200) {
            String said = "HTTP " + response.statusCode() + ": " + new String(response.body(), StandardCharsets.UTF_8).strip();
            if (address.door().equals("proxy") && REFUSALS.contains(response.statusCode())) {
                refused.put(what, said);
            } else {
                faults.put(what, List.of(said));
            }
            return Optional.empty();
        }
        List<String> found = EnvelopeCheck.faults(response.body());
        save(response.body());
        if (!found.isEmpty()) {
            faults.put(what, found);
            return Optional.empty();
        }
        OaiResponse read = ServingHub.read(response);
        String key = address.door() + " " + verb.text();
        valid.merge(key, 1, Integer::sum);
        if (read.answer() instanceof OaiResponse.Errors) {
            errors.merge(key, 1, Integer::sum);
        }
        return Optional.of(read);
    }

    private void save(byte[] body) throws IOException {
        String folder = System.getProperty(SAVED);
        if (folder != null) {
            Files.write(Files.createDirectories(Path.of(folder)).resolve("%05d.xml".formatted(++saved)), body);
        }
    }
}
