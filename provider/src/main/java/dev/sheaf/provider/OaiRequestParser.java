package dev.sheaf.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.provider.RepositoryFaults.ReadableArguments;

/**
 * Parser of arguments, which returns a request or all errors (S3.6, S4).
 *
 * <p>Order of checks: verb, repetition, unknown arguments, exclusiveness, missing arguments, syntax, granularity and order of dates. The
 * verb's handler checks the arguments that depend on the repository's contents (sets, formats, identifiers, tokens); if there is an error
 * already, {@link RepositoryFaults} does.
 */
final class OaiRequestParser {

    private static final String VERB = "verb";
    private static final String IDENTIFIER = "identifier";
    private static final String METADATA_PREFIX = "metadataPrefix";
    private static final String FROM = "from";
    private static final String UNTIL = "until";
    private static final String SET = "set";
    private static final String RESUMPTION_TOKEN = "resumptionToken";

    /** Largest number of reported errors: a request is small, but an answer to 30,000 unknown arguments would not be. */
    private static final int MOST_ERRORS = 12;

    private final Granularity granularity;

    /** Creates a parser for a repository whose datestamps have this granularity; finer arguments are refused. */
    OaiRequestParser(Granularity granularity) {
        this.granularity = granularity;
    }

    /** Parses the arguments of one request. Never throws. */
    ParsedRequest parse(OaiArguments arguments) {
        List<String> verbs = arguments.values(VERB);
        Optional<Verb> verb = verbs.size() == 1 ? Verb.fromText(verbs.getFirst()) : Optional.empty();
        if (verb.isEmpty()) {
            // Without a verb no argument can be checked.
            return new ParsedRequest.Refused(List.of(new OaiError(Code.BAD_VERB, complaint(verbs))), null);
        }
        Faults faults = new Faults();
        Map<String, String> values = new Gathering(verb.get(), faults).gather(arguments);
        OaiRequest request = request(verb.get(), values, faults);
        return faults.isEmpty() && request != null
                ? new ParsedRequest.Understood(request)
                : new ParsedRequest.Refused(faults.errors(), readable(verb.get(), values, arguments));
    }

    /** Returns the request; null, or of no use, when something is wrong. */
    private @Nullable OaiRequest request(Verb verb, Map<String, String> values, Faults faults) {
        String token = values.get(RESUMPTION_TOKEN);
        return switch (verb) {
            case IDENTIFY -> new OaiRequest.Identify();
            case LIST_METADATA_FORMATS -> new OaiRequest.ListMetadataFormats(values.get(IDENTIFIER));
            case LIST_INDEX_FORMATS -> new OaiRequest.ListIndexFormats(values.get(IDENTIFIER));
            case LIST_SETS -> new OaiRequest.ListSets(token);
            case GET_RECORD -> getRecord(values);
            case LIST_IDENTIFIERS -> {
                Selection selection = selection(values, faults);
                yield (selection == null) == (token == null) ? null : new OaiRequest.ListIdentifiers(selection, token);
            }
            case LIST_RECORDS -> {
                Selection selection = selection(values, faults);
                yield (selection == null) == (token == null) ? null : new OaiRequest.ListRecords(selection, token);
            }
        };
    }

    private static ReadableArguments readable(Verb verb, Map<String, String> values, OaiArguments arguments) {
        return new ReadableArguments(verb, values.get(IDENTIFIER), prefix(values),
                legal(verb).contains(SET) && !arguments.values(SET).isEmpty(), values.get(RESUMPTION_TOKEN));
    }

    private static String complaint(List<String> verbs) {
        String legal = "the verb is one of Identify, ListMetadataFormats, ListSets, GetRecord, ListIdentifiers, ListRecords";
        return switch (verbs.size()) {
            case 0 -> "The argument verb is missing; " + legal + ".";
            case 1 -> RequestText.quote(verbs.getFirst()) + " is not a verb; " + legal + ", written exactly so.";
            default -> "The argument verb occurs " + verbs.size() + " times; it may occur once.";
        };
    }

    private static OaiRequest.@Nullable GetRecord getRecord(Map<String, String> values) {
        String identifier = values.get(IDENTIFIER);
        MetadataPrefix prefix = prefix(values);
        return identifier == null || prefix == null ? null : new OaiRequest.GetRecord(identifier, prefix);
    }

    private @Nullable Selection selection(Map<String, String> values, Faults faults) {
        MetadataPrefix prefix = prefix(values);
        Datestamp from = date(FROM, values, faults);
        Datestamp until = date(UNTIL, values, faults);
        if (from != null && until != null) {
            if (!from.granularity().equals(until.granularity())) {
                faults.badArgument("from and until have different granularities; both are dates or both are times.");
            } else if (from.instant().orElseThrow().isAfter(until.instant().orElseThrow())) {
                faults.badArgument("from (" + from + ") is later than until (" + until + ").");
            }
        }
        String set = values.get(SET);
        return prefix == null ? null : new Selection(prefix, from, until, set == null ? null : new SetSpec(set));
    }

    private static @Nullable MetadataPrefix prefix(Map<String, String> values) {
        String prefix = values.get(METADATA_PREFIX);
        return prefix == null ? null : new MetadataPrefix(prefix);
    }

    private @Nullable Datestamp date(String key, Map<String, String> values, Faults faults) {
        String text = values.get(key);
        if (text == null) {
            return null;
        }
        Datestamp date = Datestamp.received(text);
        if (!date.isLegal()) {
            faults.badArgument(key + "=" + RequestText.quote(text) + " is not a date; write YYYY-MM-DD"
                    + (granularity == Granularity.SECOND ? " or YYYY-MM-DDThh:mm:ssZ (UTC)." : "."));
            return null;
        }
        if (granularity == Granularity.DAY && date.granularity().equals(Optional.of(Granularity.SECOND))) {
            faults.badArgument(key + "=" + RequestText.quote(text) + " is finer than this repository's granularity, YYYY-MM-DD.");
        }
        return date;
    }

    /** Returns the arguments that a verb allows (S4). */
    private static Set<String> legal(Verb verb) {
        return switch (verb) {
            case IDENTIFY -> Set.of();
            case LIST_METADATA_FORMATS, LIST_INDEX_FORMATS -> Set.of(IDENTIFIER);
            case LIST_SETS -> Set.of(RESUMPTION_TOKEN);
            case GET_RECORD -> Set.of(IDENTIFIER, METADATA_PREFIX);
            case LIST_IDENTIFIERS, LIST_RECORDS -> Set.of(METADATA_PREFIX, FROM, UNTIL, SET, RESUMPTION_TOKEN);
        };
    }

    /** Returns the arguments that a verb requires, unless there is a resumptionToken. */
    private static List<String> required(Verb verb) {
        return switch (verb) {
            case IDENTIFY, LIST_METADATA_FORMATS, LIST_INDEX_FORMATS, LIST_SETS -> List.of();
            case GET_RECORD -> List.of(IDENTIFIER, METADATA_PREFIX);
            case LIST_IDENTIFIERS, LIST_RECORDS -> List.of(METADATA_PREFIX);
        };
    }

    /** Collector of the well-formed arguments of one request, and of the faults of the others. */
    private record Gathering(Verb verb, Faults faults) {

        Map<String, String> gather(OaiArguments arguments) {
            Map<String, List<OaiArguments.Argument>> byKey = new LinkedHashMap<>();
            for (OaiArguments.Argument argument : arguments.list()) {
                byKey.computeIfAbsent(argument.key(), _ -> new ArrayList<>()).add(argument);
            }
            byKey.remove(VERB);
            Set<String> legal = legal(verb);
            byKey.forEach((key, all) -> {
                if (all.size() > 1) {
                    faults.badArgument(
                            "The argument " + RequestText.quote(key) + " occurs " + all.size() + " times; it may occur once.");
                }
                if (!legal.contains(key)) {
                    faults.badArgument(verb.text() + " takes no argument " + RequestText.quote(key) + ".");
                }
            });
            checkExclusiveness(byKey.keySet());
            Map<String, String> values = new LinkedHashMap<>();
            byKey.forEach((key, all) -> {
                if (all.size() == 1 && legal.contains(key) && isWellFormed(all.getFirst())) {
                    values.put(key, all.getFirst().value());
                }
            });
            return values;
        }

        private void checkExclusiveness(Set<String> keys) {
            if (legal(verb).contains(RESUMPTION_TOKEN) && keys.contains(RESUMPTION_TOKEN)) {
                List<String> others = keys.stream().filter(key -> !key.equals(RESUMPTION_TOKEN) && legal(verb).contains(key))
                        .toList();
                if (!others.isEmpty()) {
                    faults.badArgument(
                            "resumptionToken must be the only argument besides the verb; it came with "
                                    + String.join(", ", others) + ".");
                }
                return;
            }
            for (String key : required(verb)) {
                if (!keys.contains(key)) {
                    faults.badArgument(verb.text() + " needs the argument " + key + ".");
                }
            }
        }

        private boolean isWellFormed(OaiArguments.Argument argument) {
            String key = argument.key();
            String value = argument.value();
            String fault = argument.fault() != null ? argument.fault() : syntaxFault(key, value);
            if (fault == null) {
                return true;
            }
            faults.badArgument(key + "=" + RequestText.quote(value) + " is ill-formed: " + fault + ".");
            if (key.equals(RESUMPTION_TOKEN)) {
                faults.add(Code.BAD_RESUMPTION_TOKEN, "This is not a token of this repository.");
            }
            return false;
        }

        private static @Nullable String syntaxFault(String key, String value) {
            if (!RequestText.fitsXml(value)) {
                return "it has characters that XML does not allow";
            }
            return switch (key) {
                case METADATA_PREFIX -> !value.isEmpty() && new MetadataPrefix(value).isLegal()
                        ? null
                        : "a metadataPrefix consists of letters, digits and - _ . ! ~ * ' ( )";
                case SET -> new SetSpec(value).isLegal()
                        ? null
                        : "a setSpec consists of letters, digits and - _ . ! ~ * ' ( ), in parts separated by colons";
                case IDENTIFIER -> value.isEmpty() ? "an identifier is not empty" : null;
                // An empty token is a bad token and not a bad argument; dates are checked later.
                default -> null;
            };
        }
    }

    /** The errors found so far. */
    private static final class Faults {

        private final List<OaiError> errors = new ArrayList<>();
        private int unnamed;

        void badArgument(String message) {
            add(Code.BAD_ARGUMENT, message);
        }

        void add(Code code, String message) {
            if (errors.size() < MOST_ERRORS) {
                errors.add(new OaiError(code, message));
            } else {
                unnamed++;
            }
        }

        boolean isEmpty() {
            return errors.isEmpty();
        }

        List<OaiError> errors() {
            List<OaiError> all = new ArrayList<>(errors);
            if (unnamed > 0) {
                all.add(new OaiError(Code.BAD_ARGUMENT, "There are " + unnamed + " further faults."));
            }
            return all;
        }
    }
}
