package dev.sheaf.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.Verb;
import dev.sheaf.core.repository.Repository;

/**
 * Finder of the errors in a request that only the repository can find: unknown tokens, sets, formats and identifiers (S3.6).
 *
 * @param liveOnly true to hide deletions: an item with only deleted records is then unknown
 */
record RepositoryFaults(Repository repository, TokenCodec tokens, TokenStrategy strategy, boolean liveOnly) {

    /** The result of checking a token. */
    sealed interface Judged {

        /** A valid token of a list of the requested verb. */
        record Good(ListState state) implements Judged {}

        /** See {@link RepositoryFaults#token}. */
        record Bad(OaiError error) implements Judged {}
    }

    /** Returns all faults in the readable arguments of an invalid request. */
    List<OaiError> of(ReadableArguments read) {
        List<OaiError> errors = new ArrayList<>();
        String token = read.resumptionToken();
        if (token != null && token(token, read.verb()) instanceof Judged.Bad bad) {
            errors.add(bad.error());
        }
        if (read.verb() == Verb.LIST_SETS || read.set()) {
            sets().ifPresent(errors::add);
        }
        String identifier = read.identifier();
        MetadataPrefix prefix = read.prefix();
        if (identifier != null && prefix != null) {
            if (record(identifier, prefix).isEmpty()) {
                errors.addAll(ofRecord(identifier, prefix));
            }
        } else if (prefix != null) {
            format(prefix).ifPresent(errors::add);
        } else if (identifier != null) {
            Optional<List<MetadataFormat>> formats = formatsOf(identifier);
            if (formats.isEmpty() || formats.get().isEmpty() && read.verb() == Verb.LIST_METADATA_FORMATS) {
                errors.add(ofFormats(identifier, formats.isPresent()));
            }
        }
        return errors;
    }

    /** Reads a token of a list that this verb asks for. */
    Judged token(String text, Verb verb) {
        return switch (tokens.decode(text)) {
            case TokenCodec.Decoded.Known(ListState state) when state.verb() != verb -> bad("This token was issued for "
                    + state.verb().text() + ", not for " + verb.text() + "; a list goes on with the verb it began with.");
            case TokenCodec.Decoded.Known(ListState.OfResultSet state) when !strategy.accepts(state) -> bad(
                    "This token has expired (it was "
                            + "good until " + state.expires()
                            + "), or the list it belongs to is no longer kept; begin the list again.");
            case TokenCodec.Decoded.Known(ListState state) -> new Judged.Good(state);
            case TokenCodec.Decoded.OfVersion(int version) -> bad("This token has version " + version
                    + ", which this repository's software does not know; begin the list again.");
            case TokenCodec.Decoded.Foreign() -> bad("This is not a token that this repository issued for " + verb.text()
                    + "; begin the list again.");
        };
    }

    private static Judged bad(String message) {
        return new Judged.Bad(new OaiError(Code.BAD_RESUMPTION_TOKEN, message));
    }

    /** Returns the error for a set, or for the list of sets, in a repository without. */
    Optional<OaiError> sets() {
        return repository.hasSets()
                ? Optional.empty()
                : Optional.of(new OaiError(Code.NO_SET_HIERARCHY, "This repository has no sets."));
    }

    /** Returns the error for a format that no record of the repository has. */
    Optional<OaiError> format(MetadataPrefix prefix) {
        return repository.formats().stream().anyMatch(format -> format.prefix().equals(prefix))
                ? Optional.empty()
                : Optional.of(new OaiError(Code.CANNOT_DISSEMINATE_FORMAT, "This repository has no format "
                        + RequestText.quote(prefix.value()) + "; ListMetadataFormats names those it has."));
    }

    /** Returns the formats of an item; empty if the item is unknown or hidden. */
    Optional<List<MetadataFormat>> formatsOf(String identifier) {
        return repository.formats(identifier).filter(formats -> !(liveOnly && formats.isEmpty()));
    }

    /** Returns a record; empty if it is unknown or hidden. */
    Optional<OaiRecord> record(String identifier, MetadataPrefix prefix) {
        return repository.record(identifier, prefix).filter(found -> !(liveOnly && found.deleted()));
    }

    /** Returns why a record does not exist. */
    List<OaiError> ofRecord(String identifier, MetadataPrefix prefix) {
        List<OaiError> errors = new ArrayList<>();
        format(prefix).ifPresent(errors::add);
        item(identifier).ifPresent(errors::add);
        if (errors.isEmpty()) {
            errors.add(new OaiError(Code.CANNOT_DISSEMINATE_FORMAT,
                    "The item " + RequestText.quote(identifier) + " has no format " + RequestText.quote(prefix.value())
                            + "; ListMetadataFormats with its identifier names those it has."));
        }
        return errors;
    }

    /** Returns why an item has no formats: it is unknown, or only deleted records are left. */
    static OaiError ofFormats(String identifier, boolean isThere) {
        return isThere
                ? new OaiError(Code.NO_METADATA_FORMATS,
                        "The item " + RequestText.quote(identifier) + " has no formats any more.")
                : unknown(identifier);
    }

    private Optional<OaiError> item(String identifier) {
        return formatsOf(identifier).isPresent() ? Optional.empty() : Optional.of(unknown(identifier));
    }

    /**
     * Returns the error for an unknown identifier. A text that is no URI is a bad argument instead, because a valid response could not echo
     * it (S3.2). The repository is asked for it anyway, because mirrors keep identifiers as received.
     */
    private static OaiError unknown(String identifier) {
        return RequestText.isUri(identifier)
                ? new OaiError(Code.ID_DOES_NOT_EXIST, "No item has the identifier " + RequestText.quote(identifier) + ".")
                : new OaiError(Code.BAD_ARGUMENT,
                        "No item has the identifier " + RequestText.quote(identifier) + ", and it is not a URI.");
    }

    /**
     * The well-formed arguments of an invalid request.
     *
     * @param set true if there is one, legal or not
     */
    record ReadableArguments(Verb verb, @Nullable String identifier, @Nullable MetadataPrefix prefix, boolean set,
            @Nullable String resumptionToken) {

        /** Returns the arguments of a well-formed request. */
        static ReadableArguments of(OaiRequest request) {
            Map<String, String> arguments = request.arguments();
            String prefix = arguments.get("metadataPrefix");
            return new ReadableArguments(request.verb(), arguments.get("identifier"),
                    prefix == null ? null : new MetadataPrefix(prefix), arguments.containsKey("set"),
                    arguments.get("resumptionToken"));
        }
    }
}
