package dev.sheaf.platform.proxy;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.Selection;
import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiRequests;
import dev.sheaf.provider.TokenKey;

/**
 * Request to the source for a request of the harvester.
 *
 * @param verb verb of the harvester's request
 * @param upstream request to the source
 * @param at base URL of the request, if it differs from the source's; else empty
 * @param viaRecords true if records are requested although headers are wanted
 * @param prefix format of a list or record; empty if there is none
 * @param isContinued true if the request continues a list
 */
record UpstreamRequest(Verb verb, OaiRequest upstream, String at, boolean viaRecords, String prefix, boolean isContinued) {

    /** Result of reading the arguments of a harvester's request. */
    sealed interface Understanding {

        /** Valid request. */
        record Understood(UpstreamRequest asked) implements Understanding {}

        /** Request that is invalid, or whose token was not issued by this proxy. */
        record Refused(List<OaiError> errors) implements Understanding {}
    }

    /**
     * Reads the arguments of a harvester's request.
     *
     * @param isEarly true if the source speaks protocol 1.x
     * @param key key that signs tokens
     */
    static Understanding of(Question question, boolean isEarly, TokenKey key) {
        boolean onlyDays = isEarly || question.form() == Question.Form.EARLY;
        return switch (OaiRequests.read(arguments(question), onlyDays ? Granularity.DAY : Granularity.SECOND)) {
            case OaiRequests.Reading.Refused(List<OaiError> errors) -> new Understanding.Refused(errors);
            case OaiRequests.Reading.Understood(OaiRequest request) -> {
                String token = request.arguments().get("resumptionToken");
                if (token == null) {
                    yield new Understanding.Understood(first(request, isEarly));
                }
                yield ProxyToken.decode(token, key, question.source().id()).filter(known -> known.verb() == request.verb())
                        .<Understanding>map(known -> new Understanding.Understood(goingOn(known, true)))
                        .orElseGet(() -> new Understanding.Refused(List.of(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN,
                                "This is not a token of this proxy for a list of this verb."))));
            }
        };
    }

    /** Returns the arguments. In protocol 1.1 a list of identifiers has no format, so one is added for 2.0. */
    private static OaiArguments arguments(Question question) {
        OaiArguments arguments = question.arguments();
        boolean lacksFormat = question.form() == Question.Form.EARLY
                && arguments.values("verb").equals(List.of(Verb.LIST_IDENTIFIERS.text()))
                && arguments.values("metadataPrefix").isEmpty() && arguments.values("resumptionToken").isEmpty();
        if (!lacksFormat) {
            return arguments;
        }
        List<OaiArguments.Argument> all = new ArrayList<>(arguments.list());
        all.add(new OaiArguments.Argument("metadataPrefix", MetadataPrefix.OAI_DC.value(), null));
        return new OaiArguments(all);
    }

    private static UpstreamRequest first(OaiRequest request, boolean isEarly) {
        String prefix = request.arguments().getOrDefault("metadataPrefix", "");
        UpstreamRequest asked = switch (request) {
            case OaiRequest.ListRecords(Selection selection, String _) -> new UpstreamRequest(request.verb(),
                    new OaiRequest.ListRecords(received(selection), null), "", false, prefix, false);
            case OaiRequest.ListIdentifiers(Selection selection, String _) -> new UpstreamRequest(request.verb(),
                    new OaiRequest.ListIdentifiers(received(selection), null), "", false, prefix, false);
            case OaiRequest.Identify _,OaiRequest.ListMetadataFormats _,OaiRequest.ListIndexFormats _,OaiRequest.ListSets _,OaiRequest.GetRecord _ -> new UpstreamRequest(
                    request.verb(), request, "", false, prefix, false);
        };
        return isEarly ? asked.forRecords() : asked;
    }

    /** Returns the selection with the source's own name of the set, even if that name is illegal. */
    private static Selection received(@Nullable Selection selection) {
        Selection known = Objects.requireNonNull(selection);
        SetSpec set = known.set();
        return set == null
                ? known
                : ServedNames.forbiddenSet(set.value()).map(forbidden -> ofSet(known, forbidden)).orElse(known);
    }

    private static Selection ofSet(Selection selection, String set) {
        return new Selection(selection.prefix(), selection.from(), selection.until(), new SetSpec(set));
    }

    /**
     * Returns the request with the set as the harvester wrote it. A name that looks escaped may be a legal name at the source, as in hubs
     * of this kind. Empty if the source was asked with this name already.
     */
    Optional<UpstreamRequest> asWritten() {
        return switch (upstream) {
            case OaiRequest.ListRecords(Selection selection, String token) when token == null -> written(selection)
                    .map(set -> new UpstreamRequest(verb, new OaiRequest.ListRecords(set, null), at, viaRecords, prefix,
                            isContinued));
            case OaiRequest.ListIdentifiers(Selection selection, String token) when token == null -> written(selection)
                    .map(set -> new UpstreamRequest(verb, new OaiRequest.ListIdentifiers(set, null), at, viaRecords, prefix,
                            isContinued));
            default -> Optional.empty();
        };
    }

    private static Optional<Selection> written(@Nullable Selection selection) {
        Selection known = Objects.requireNonNull(selection);
        SetSpec set = known.set();
        return set == null || set.isLegal() ? Optional.empty() : Optional.of(ofSet(known, ServedNames.set(set.value())));
    }

    /** Returns the request for a source in protocol 1.x: a request for records, because lists of identifiers have no datestamps there. */
    UpstreamRequest forRecords() {
        return upstream instanceof OaiRequest.ListIdentifiers(Selection selection, String token)
                ? new UpstreamRequest(verb, new OaiRequest.ListRecords(selection, token), at, true, prefix, isContinued)
                : this;
    }

    /** Returns the request that continues a list by a token. */
    static UpstreamRequest goingOn(ProxyToken token, boolean isContinued) {
        OaiRequest upstream = switch (token.verb()) {
            case LIST_SETS -> new OaiRequest.ListSets(token.value());
            case LIST_IDENTIFIERS -> token.viaRecords()
                    ? new OaiRequest.ListRecords(null, token.value())
                    : new OaiRequest.ListIdentifiers(null, token.value());
            case LIST_RECORDS -> new OaiRequest.ListRecords(null, token.value());
            case IDENTIFY, LIST_METADATA_FORMATS, LIST_INDEX_FORMATS,
                    GET_RECORD -> throw new IllegalStateException("a token of " + token.verb());
        };
        return new UpstreamRequest(token.verb(), upstream, token.at(), token.viaRecords(), token.prefix(), isContinued);
    }

    /** Returns the address of the request to the source. */
    URI address(Question question) {
        return base(question).with(upstream);
    }

    private BaseUrl base(Question question) {
        return BaseUrl.parse(at.isEmpty() ? String.valueOf(question.source().baseUrl()) : at);
    }

    /**
     * Returns the proxy's token for the next page of this list.
     *
     * @param token token of the source
     * @param from address of the response: a source may redirect to a mirror, which then serves the whole list
     */
    ProxyToken token(String token, URI from, Question question) {
        BaseUrl given = BaseUrl.of(from);
        boolean isHome = given.equals(BaseUrl.parse(String.valueOf(question.source().baseUrl())));
        return new ProxyToken(verb, viaRecords, prefix, isHome ? "" : given.toString(), token);
    }

    /** Returns the request element of a response. */
    static OaiResponse.RequestEcho echo(Question question, boolean isUnderstood) {
        Map<String, String> arguments = new LinkedHashMap<>();
        if (isUnderstood) {
            question.arguments().list().forEach(argument -> arguments.put(argument.key(), argument.value()));
        }
        return new OaiResponse.RequestEcho(question.baseUrl(), arguments);
    }
}
