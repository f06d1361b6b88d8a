package dev.sheaf.platform.sru;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.search.IndexState;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FormBody;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubStore;

/**
 * {@code /sru} and {@code /sru/{id}}: explain and searchRetrieve of SRU 1.1, 1.2 and 2.0, with GET and POST. Faults are diagnostics with HTTP
 * status 200. Records of sources that are closed to the client are neither found nor counted. Thread-safe.
 */
final class SruEndpoint implements Endpoint {

    private static final String SRU_XML = "application/sru+xml";
    private static final int LONGEST_ADDRESS = 1_000;

    private final HubStore store;
    private final SearchIndex index;
    private final AccessPolicy access;
    private final String hubUrl;
    private final SruSearch search;

    SruEndpoint(HubContext hub) {
        this.store = hub.store();
        this.index = hub.index();
        this.access = hub.access();
        this.hubUrl = hub.baseUrl();
        this.search = new SruSearch(hub.store());
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.SRU, context -> answer(context, Aggregate.EVERYTHING));
        config.routes.post(Routes.SRU, context -> answer(context, Aggregate.EVERYTHING));
        config.routes.get(Routes.SRU_ONE, context -> answer(context, context.pathParam("id")));
        config.routes.post(Routes.SRU_ONE, context -> answer(context, context.pathParam("id")));
    }

    private void answer(Context context, String id) throws Exception {
        // The pool must not wait for a slow form.
        OaiArguments arguments = OaiQueryString.parse(context.queryString(), FormBody.read(context).orElse(null));
        String accept = context.header("Accept");
        SruRequest request = SruRequest.read(arguments,
                accept != null && accept.toLowerCase(Locale.ROOT).contains(SRU_XML));
        context.header("X-Robots-Tag", "noindex").header("Cache-Control", "no-cache");
        Rendering.run(context, () -> answer(context, id, request));
    }

    private void answer(Context context, String id, SruRequest request) throws IOException {
        if (!id.equals(Aggregate.EVERYTHING) && access.refuses(context, id)) {
            return;
        }
        Set<String> closed = access.closed(context, store.sourceIds());
        byte[] body;
        try {
            SruDatabase database = SruDatabase.of(store, index, id)
                    .orElseThrow(
                            () -> new SruException(Diagnostic.unknown(Diagnostic.NO_DATABASE, "database", id, open(context))));
            body = body(request, database, closed);
        } catch (SruException fault) {
            body = new SruResponse(request, null, false).failed(List.of(fault.diagnostic()));
        }
        byte[] bytes = body;
        SecurityPolicy.FOREIGN.applyTo(context);
        CodedBody.write(context, request.version().mediaType(), out -> out.write(bytes));
    }

    /** Returns the sources and aggregates that the client may search. */
    private List<String> open(Context context) {
        return Stream.concat(store.sourceIds().stream(), store.aggregates().stream().map(Aggregate::id))
                .filter(id -> !id.equals(Aggregate.EVERYTHING) && access.admits(context, id)).toList();
    }

    private byte[] body(SruRequest request, SruDatabase database, Set<String> closed) throws SruException {
        boolean isExplain = request.operation() == SruRequest.Operation.EXPLAIN;
        if (!request.faults().isEmpty()) {
            SruResponse plain = new SruResponse(request, null, false);
            return isExplain
                    ? plain.explained(explanation(request, database, closed), request.faults())
                    : plain.failed(request.faults());
        }
        SruResponse response = new SruResponse(request, styleSheet(request.value("stylesheet")), isEscaped(request));
        return switch (request.operation()) {
            case EXPLAIN -> response.explained(explanation(request, database, closed), List.of());
            case SCAN -> response.failed(List.of(new Diagnostic(Diagnostic.UNSUPPORTED_OPERATION, "scan")));
            case SEARCH -> {
                if (IndexState.isBeingBuilt(store, index)) {
                    throw new SruException(Diagnostic.UNAVAILABLE, "the index is being built; ask again in a minute");
                }
                SruSearch.Found found = search.answer(request, database, closed);
                yield response.found(found.total(), found.entries(), found.next());
            }
        };
    }

    private XmlFragment explanation(SruRequest request, SruDatabase database, Set<String> closed) {
        String path = database.id().equals(Aggregate.EVERYTHING) ? Routes.SRU : Routes.sru(database.id());
        return Explanation.of(request.version(), URI.create(hubUrl + path), database.name(),
                IndexState.isBeingBuilt(store, index) ? Optional.empty() : database.size(closed));
    }

    /** Returns true if records are escaped texts. */
    private static boolean isEscaped(SruRequest request) throws SruException {
        String packing = request.value("recordPacking");
        String escaping = request.value("recordXMLEscaping");
        if (request.version().isOasis()) {
            if (packing != null && !packing.equals("packed") && !packing.equals("unpacked")) {
                throw new SruException(Diagnostic.PACKING, packing);
            }
            return isString(escaping);
        }
        return isString(packing);
    }

    private static boolean isString(@Nullable String form) throws SruException {
        if (form == null || form.equals("xml")) {
            return false;
        }
        if (form.equals("string")) {
            return true;
        }
        throw new SruException(Diagnostic.PACKING, form);
    }

    /**
     * Returns the address of a style sheet in ASCII; null if there is none.
     *
     * @throws SruException with diagnostic 111 if it is no http or https address; the characters that would end the instruction are none of
     *     an address
     */
    private static @Nullable String styleSheet(@Nullable String address) throws SruException {
        if (address == null) {
            return null;
        }
        try {
            URI uri = new URI(address);
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            String text = uri.toASCIIString();
            if (isHttp && uri.getHost() != null && uri.getRawUserInfo() == null && text.length() <= LONGEST_ADDRESS
                    && text.chars().noneMatch(c -> c == '<' || c == '>' || c == '"' || c == '\'')) {
                return text;
            }
        } catch (URISyntaxException _) {
            // No address at all.
        }
        throw new SruException(Diagnostic.STYLE_SHEET, address);
    }
}
