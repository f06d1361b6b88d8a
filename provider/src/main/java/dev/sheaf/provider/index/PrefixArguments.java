package dev.sheaf.provider.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.Verb;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiArguments.Argument;

/**
 * The two prefixes of a request that may have an index, and the request of plain OAI-PMH that they stand for. The argument indexPrefix has the
 * errors of metadataPrefix (S3.6): twice or ill-formed it is a bad argument, beside a resumptionToken too, and unknown it is
 * cannotDisseminateFormat.
 */
final class PrefixArguments {

    private static final String METADATA_PREFIX = "metadataPrefix";
    private static final String RESUMPTION_TOKEN = "resumptionToken";
    private static final int QUOTED = 100;

    private final Verb verb;
    private final OaiArguments arguments;
    private final List<MetadataFormat> formats;
    private final List<Argument> index;
    private final @Nullable MetadataPrefix metadata;

    /**
     * Looks at a request.
     *
     * @param verb one that may have an index
     * @param arguments as they arrived
     * @param formats of the repository, combined ones included
     */
    PrefixArguments(Verb verb, OaiArguments arguments, List<MetadataFormat> formats) {
        this.verb = verb;
        this.arguments = arguments;
        this.formats = formats;
        this.index = arguments.list().stream().filter(argument -> argument.key().equals(CombinedFormat.INDEX_PREFIX)).toList();
        List<String> prefixes = arguments.values(METADATA_PREFIX);
        this.metadata = prefixes.size() == 1 && !prefixes.getFirst().isEmpty() ? new MetadataPrefix(prefixes.getFirst()) : null;
    }

    /** Returns what is wrong with the two prefixes, beyond what plain OAI-PMH says of the request without the index. */
    List<OaiError> errors() {
        List<OaiError> errors = new ArrayList<>();
        if (metadata != null && isCombined(metadata)) {
            CombinedFormat combined = CombinedFormat.of(metadata).orElseThrow();
            errors.add(new OaiError(Code.CANNOT_DISSEMINATE_FORMAT,
                    "At this base URL, metadataPrefix=" + quote(metadata.value()) + " is asked for as metadataPrefix="
                            + quote(combined.metadata().value()) + " and indexPrefix="
                            + quote(combined.index().prefix().value()) + "."));
        }
        if (index.isEmpty()) {
            return errors;
        }
        if (index.size() > 1) {
            errors.add(badArgument("The argument 'indexPrefix' occurs " + index.size() + " times; it may occur once."));
        }
        if (verb != Verb.GET_RECORD && !arguments.values(RESUMPTION_TOKEN).isEmpty()) {
            errors.add(badArgument("resumptionToken must be the only argument besides the verb; it came with indexPrefix."));
        }
        for (Argument each : index) {
            fault(each).ifPresent(fault -> errors
                    .add(badArgument("indexPrefix=" + quote(each.value()) + " is ill-formed: " + fault + ".")));
        }
        if (errors.isEmpty()) {
            ofFormats(index.getFirst().value()).ifPresent(errors::add);
        }
        return errors;
    }

    private static OaiError badArgument(String message) {
        return new OaiError(Code.BAD_ARGUMENT, message);
    }

    private static Optional<String> fault(Argument argument) {
        if (argument.fault() != null) {
            return Optional.of(argument.fault());
        }
        return !argument.value().isEmpty() && new MetadataPrefix(argument.value()).isLegal()
                ? Optional.empty()
                : Optional.of("an indexPrefix consists of letters, digits and - _ . ! ~ * ' ( )");
    }

    /** Returns the error of well-formed prefixes: the index format is unknown, or no record has both formats. */
    private Optional<OaiError> ofFormats(String indexPrefix) {
        boolean isKnown = formats.stream().flatMap(format -> CombinedFormat.of(format).stream())
                .anyMatch(combined -> combined.index().prefix().value().equals(indexPrefix));
        if (!isKnown) {
            return Optional.of(new OaiError(Code.CANNOT_DISSEMINATE_FORMAT, "This repository has no index format for indexPrefix="
                    + quote(indexPrefix) + "; ListIndexFormats names those it has."));
        }
        if (metadata == null || combined().isPresent()
                || formats.stream().noneMatch(format -> format.prefix().equals(metadata))) {
            return Optional.empty();
        }
        String both = "metadataPrefix=" + quote(metadata.value()) + " with indexPrefix=" + quote(indexPrefix);
        return Optional.of(verb == Verb.GET_RECORD
                ? new OaiError(Code.CANNOT_DISSEMINATE_FORMAT, "No item of this repository has " + both + ".")
                : new OaiError(Code.NO_RECORDS_MATCH, "No record has " + both + "."));
    }

    private boolean isCombined(MetadataPrefix prefix) {
        return formats.stream().anyMatch(format -> format.prefix().equals(prefix) && CombinedFormat.of(format).isPresent());
    }

    private Optional<CombinedFormat> combined() {
        return metadata == null || index.size() != 1
                ? Optional.empty()
                : CombinedFormat.Index.of(index.getFirst().value()).map(known -> new CombinedFormat(metadata, known))
                        .filter(combined -> isCombined(combined.prefix()));
    }

    /** Returns the request without the index. */
    OaiArguments withoutIndex() {
        return new OaiArguments(
                arguments.list().stream().filter(argument -> !argument.key().equals(CombinedFormat.INDEX_PREFIX)).toList());
    }

    /** Returns the request of plain OAI-PMH; empty when the two prefixes stand for none. Other arguments may still be wrong. */
    Optional<OaiArguments> mapped() {
        if (!errors().isEmpty()) {
            return Optional.empty();
        }
        return index.isEmpty()
                ? Optional.of(arguments)
                : combined().map(combined -> new OaiArguments(withoutIndex().list().stream()
                        .map(argument -> argument.key().equals(METADATA_PREFIX)
                                ? new Argument(METADATA_PREFIX, combined.prefix().value(), null)
                                : argument)
                        .toList()));
    }

    /** Returns the text for a message: in quotes, cut when long. The writer replaces what XML cannot carry. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("'");
        text.codePoints().limit(QUOTED).forEach(quoted::appendCodePoint);
        return quoted.append(text.codePointCount(0, text.length()) > QUOTED ? "…'" : "'").toString();
    }
}
