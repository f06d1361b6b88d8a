package dev.sheaf.simulator;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;

/**
 * The repository of the scripted provider: a list of records for each format. It obeys the protocol.
 *
 * <p>Its tokens contain characters that must be encoded in a URL. Safe for many threads.
 */
public final class ScriptedRepository {

    private final InstantSource clock;
    private final Map<MetadataPrefix, MetadataFormat> formats = new LinkedHashMap<>();
    private final Map<MetadataPrefix, Map<String, OaiRecord>> records = new LinkedHashMap<>();
    private final List<OaiSet> sets = new ArrayList<>();
    private Granularity granularity = Granularity.SECOND;
    private int pageSize = 10;
    private int generation = 1;
    private boolean statesSizes = true;
    private String tokenEnd = " +&=%|é";
    private Predicate<OaiRecord> shown = record -> true;
    private Function<OaiRecord, Datestamp> filed = record -> record.header().datestamp();
    private Comparator<OaiRecord> order = (_, _) -> 0;

    /** Creates an empty repository in oai_dc, with pages of 10. */
    public ScriptedRepository(InstantSource clock) {
        this.clock = clock;
        format(MetadataFormat.OAI_DC);
    }

    /** Adds a format. */
    public synchronized void format(MetadataFormat format) {
        formats.put(format.prefix(), format);
        records.computeIfAbsent(format.prefix(), _ -> new LinkedHashMap<>());
    }

    /** Adds a set. */
    public synchronized void set(OaiSet set) {
        sets.add(set);
    }

    /** Adds a record; an existing record is replaced and moves to the end. */
    public synchronized void put(MetadataPrefix prefix, OaiRecord record) {
        Map<String, OaiRecord> list = records.computeIfAbsent(prefix, _ -> new LinkedHashMap<>());
        // A changed record moves to the end, as in a list ordered by datestamp.
        list.remove(record.identifier());
        list.put(record.identifier(), record);
    }

    /** Deletes an item in all its formats: a deleted record replaces each record. */
    public synchronized void withdraw(OaiRecord deleted) {
        List<MetadataPrefix> prefixes = new ArrayList<>();
        records.forEach((prefix, list) -> {
            if (list.containsKey(deleted.identifier())) {
                prefixes.add(prefix);
            }
        });
        prefixes.forEach(prefix -> put(prefix, deleted));
    }

    /** Removes an item without a trace. */
    public synchronized void remove(String identifier) {
        records.values().forEach(list -> list.remove(identifier));
    }

    /** Returns all records of a format, including hidden ones. */
    public synchronized List<OaiRecord> records(MetadataPrefix prefix) {
        return List.copyOf(records.getOrDefault(prefix, Map.of()).values());
    }

    /** Shows only these records from now on, in lists and alone. */
    public synchronized void show(Predicate<OaiRecord> which) {
        shown = which;
    }

    /** Returns true for a record that is shown. */
    public synchronized boolean isShown(OaiRecord record) {
        return shown.test(record);
    }

    /** Sets the date by which from and until select, if it differs from the header's. */
    public synchronized void fileUnder(Function<OaiRecord, Datestamp> date) {
        filed = date;
    }

    /** Sets the order of lists; the sort is stable. The default is the order in which records were put. */
    public synchronized void sort(Comparator<OaiRecord> by) {
        order = by;
    }

    /** Sets the end of every token. */
    public synchronized void tokenEnd(String end) {
        tokenEnd = end;
    }

    /** Returns the number of records in the requested list, on all its pages; 0 if not known. */
    public synchronized int listSize(Map<String, String> arguments) {
        String sent = arguments.get("resumptionToken");
        Token token = sent == null ? Token.of(generation, arguments) : read(sent).orElse(null);
        return token == null || token.prefix().isEmpty() ? 0 : matching(token).size();
    }

    /** Returns the index of the first record of the requested page, from 0; 0 if not known. */
    public synchronized int offset(Map<String, String> arguments) {
        return read(arguments.getOrDefault("resumptionToken", "")).map(Token::offset).orElse(0);
    }

    /** Returns the number of entries on a page. */
    public synchronized int pageSize() {
        return pageSize;
    }

    /** Sets the number of entries on a page. */
    public synchronized void pageSize(int entries) {
        pageSize = entries;
    }

    /** Sets the granularity that the repository states and obeys. */
    public synchronized void granularity(Granularity other) {
        granularity = other;
    }

    /** Omits completeListSize and cursor from tokens. */
    public synchronized void withoutSizes() {
        statesSizes = false;
    }

    /** Makes tokens given so far unknown. */
    public synchronized void expireTokens() {
        generation++;
    }

    /** Returns the number of the requested page, from 1; 0 if not known. */
    public synchronized int page(Map<String, String> arguments) {
        String verb = arguments.getOrDefault("verb", "");
        if (!verb.startsWith("List") || verb.equals(Verb.LIST_METADATA_FORMATS.text())) {
            return 0;
        }
        String token = arguments.get("resumptionToken");
        return token == null ? 1 : read(token).map(read -> read.offset() / pageSize + 1).orElse(0);
    }

    /** Returns the answer to a request, by the rules of the protocol. */
    public synchronized OaiResponse answer(String baseUrl, Map<String, String> arguments) {
        List<OaiError> faults = new ArrayList<>(ArgumentRules.faults(arguments, granularity));
        String set = arguments.get("set");
        // Formats and sets may have illegal names here: those are known.
        String prefix = arguments.get("metadataPrefix");
        if (prefix != null && (prefix.isEmpty() || !new MetadataPrefix(prefix).isLegal())
                && formats.keySet().stream().noneMatch(known -> known.value().equals(prefix))) {
            faults.add(new OaiError(Code.BAD_ARGUMENT, "'" + prefix + "' is no metadataPrefix"));
        }
        if (set != null && !new SetSpec(set).isLegal() && sets.stream().noneMatch(one -> one.spec().value().equals(set))) {
            faults.add(new OaiError(Code.BAD_ARGUMENT, "'" + set + "' is no setSpec"));
        }
        return respond(baseUrl, arguments,
                faults.isEmpty()
                        ? answer(baseUrl, arguments.getOrDefault("verb", ""), arguments)
                        : new OaiResponse.Errors(faults));
    }

    /** The response to a request that is wrong as it was written. */
    synchronized OaiResponse refuse(String baseUrl, OaiError error) {
        return respond(baseUrl, Map.of(), new OaiResponse.Errors(List.of(error)));
    }

    private OaiResponse respond(String baseUrl, Map<String, String> arguments, OaiResponse.Answer answer) {
        boolean echoes = !(answer instanceof OaiResponse.Errors errors
                && (errors.has(Code.BAD_VERB) || errors.has(Code.BAD_ARGUMENT)));
        return new OaiResponse(Datestamp.ofSecond(clock.instant()),
                new OaiResponse.RequestEcho(baseUrl, echoes ? arguments : Map.of()), answer);
    }

    private OaiResponse.Answer answer(String baseUrl, String verb, Map<String, String> arguments) {
        return switch (verb) {
            case "Identify" -> new OaiResponse.Identify(new RepositoryDescription("Scripted repository", baseUrl, "2.0",
                    List.of("admin@example.org"), Datestamp.of(Instant.EPOCH, granularity), "persistent", granularity.text(),
                    List.of(),
                    List.of()));
            case "ListMetadataFormats" -> listFormats(arguments.get("identifier"));
            case "ListSets" -> listSets(arguments);
            case "GetRecord" -> getRecord(arguments);
            case "ListRecords", "ListIdentifiers" -> list(verb, arguments);
            default -> error(Code.BAD_VERB, "unknown verb '" + verb + "'");
        };
    }

    private OaiResponse.Answer listFormats(@Nullable String identifier) {
        if (identifier == null) {
            return new OaiResponse.ListMetadataFormats(List.copyOf(formats.values()));
        }
        List<MetadataFormat> ofItem = formats.values().stream().filter(format -> find(format.prefix(), identifier) != null)
                .toList();
        return ofItem.isEmpty() ? error(Code.ID_DOES_NOT_EXIST, "not known") : new OaiResponse.ListMetadataFormats(ofItem);
    }

    private @Nullable OaiRecord find(MetadataPrefix prefix, String identifier) {
        OaiRecord record = records.getOrDefault(prefix, Map.of()).get(identifier);
        return record == null || !shown.test(record) ? null : record;
    }

    private OaiResponse.Answer listSets(Map<String, String> arguments) {
        if (sets.isEmpty()) {
            return error(Code.NO_SET_HIERARCHY, "no sets here");
        }
        String sent = arguments.get("resumptionToken");
        Optional<Token> token = sent == null ? Optional.of(new Token(generation, "ListSets", "", "", "", "", 0)) : read(sent);
        if (token.isEmpty() || token.get().generation() != generation || !token.get().verb().equals("ListSets")) {
            return error(Code.BAD_RESUMPTION_TOKEN, "expired");
        }
        int from = token.get().offset();
        int to = Math.min(sets.size(), from + pageSize);
        return new OaiResponse.ListSets(sets.subList(from, to), next(token.get(), to, sets.size()));
    }

    private OaiResponse.Answer getRecord(Map<String, String> arguments) {
        MetadataPrefix prefix = new MetadataPrefix(arguments.getOrDefault("metadataPrefix", ""));
        String identifier = arguments.getOrDefault("identifier", "");
        OaiRecord record = find(prefix, identifier);
        if (record != null) {
            return new OaiResponse.GetRecord(record);
        }
        boolean isElsewhere = formats.keySet().stream().anyMatch(other -> find(other, identifier) != null);
        return !formats.containsKey(prefix) || isElsewhere
                ? error(Code.CANNOT_DISSEMINATE_FORMAT, "not known")
                : error(Code.ID_DOES_NOT_EXIST, "not known");
    }

    private OaiResponse.Answer list(String verb, Map<String, String> arguments) {
        String sent = arguments.get("resumptionToken");
        Token token = sent == null ? Token.of(generation, arguments) : read(sent).orElse(null);
        if (token == null || token.generation() != generation || !token.verb().equals(verb)) {
            return error(Code.BAD_RESUMPTION_TOKEN, "expired");
        }
        MetadataPrefix prefix = new MetadataPrefix(token.prefix());
        if (!formats.containsKey(prefix)) {
            return error(Code.CANNOT_DISSEMINATE_FORMAT, "not known");
        }
        if (!token.set().isEmpty() && sets.isEmpty()) {
            return error(Code.NO_SET_HIERARCHY, "no sets here");
        }
        List<OaiRecord> matching = matching(token);
        if (matching.size() <= token.offset()) {
            return error(Code.NO_RECORDS_MATCH, "nothing");
        }
        int to = Math.min(matching.size(), token.offset() + pageSize);
        List<OaiRecord> page = matching.subList(token.offset(), to);
        ResumptionToken next = next(token, to, matching.size());
        return verb.equals("ListRecords")
                ? new OaiResponse.ListRecords(page, next)
                : new OaiResponse.ListIdentifiers(page.stream().map(OaiRecord::header).toList(), next);
    }

    private List<OaiRecord> matching(Token token) {
        return records.getOrDefault(new MetadataPrefix(token.prefix()), Map.of()).values().stream().filter(shown)
                .filter(record -> token.matches(record, filed.apply(record))).sorted(order).toList();
    }

    private Optional<Token> read(String text) {
        return text.endsWith(tokenEnd) ? Token.read(text.substring(0, text.length() - tokenEnd.length())) : Optional.empty();
    }

    private @Nullable ResumptionToken next(Token token, int to, int size) {
        if (token.offset() == 0 && to == size) {
            return null;
        }
        String value = to == size ? "" : token.at(to) + tokenEnd;
        return statesSizes
                ? new ResumptionToken(value, null, (long) size, (long) token.offset())
                : new ResumptionToken(value, null, null, null);
    }

    private static OaiResponse.Errors error(Code code, String message) {
        return new OaiResponse.Errors(List.of(new OaiError(code, message)));
    }

    private record Token(int generation, String verb, String prefix, String from, String until, String set, int offset) {

        /** The letter behind the generation; none for ListRecords. */
        private static final Map<String, String> LETTERS = Map.of("ListRecords", "", "ListIdentifiers", "i", "ListSets", "s");

        static Token of(int generation, Map<String, String> arguments) {
            return new Token(generation, arguments.getOrDefault("verb", ""), arguments.getOrDefault("metadataPrefix", ""),
                    arguments.getOrDefault("from", ""), arguments.getOrDefault("until", ""), arguments.getOrDefault("set", ""),
                    0);
        }

        static Optional<Token> read(String text) {
            String[] parts = text.split(";", -1);
            if (parts.length != 6 || !parts[0].matches("\\d{1,9}[is]?") || !parts[5].matches("\\d{1,9}")) {
                return Optional.empty();
            }
            String letter = parts[0].replaceAll("\\d", "");
            String verb = LETTERS.entrySet().stream().filter(one -> one.getValue().equals(letter)).map(Map.Entry::getKey)
                    .findFirst().orElse("");
            return Optional.of(new Token(Integer.parseInt(parts[0].replaceAll("\\D", "")), verb, parts[1], parts[2], parts[3],
                    parts[4], Integer.parseInt(parts[5])));
        }

        Token at(int other) {
            return new Token(generation, verb, prefix, from, until, set, other);
        }

        boolean matches(OaiRecord record, Datestamp date) {
            Header header = record.header();
            Optional<Instant> stamp = date.instant();
            boolean early = !from.isEmpty() && stamp.isPresent()
                    && stamp.get().isBefore(Datestamp.parse(from).instant().orElseThrow());
            boolean late = !until.isEmpty() && stamp.isPresent()
                    && stamp.get().isAfter(Datestamp.parse(until).lastSecond().orElseThrow());
            boolean inSet = set.isEmpty() || header.sets().stream().anyMatch(other -> new SetSpec(set).contains(other));
            return !early && !late && inSet;
        }

        @Override
        public String toString() {
            return String.join(";", generation + LETTERS.getOrDefault(verb, ""), prefix, from, until, set,
                    String.valueOf(offset));
        }
    }
}
