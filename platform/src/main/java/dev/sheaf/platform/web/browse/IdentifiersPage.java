package dev.sheaf.platform.web.browse;

import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;

/**
 * Page of a list of headers.
 *
 * @param headers headers with links to their records
 * @param paging position of the page in the list
 */
public record IdentifiersPage(BrowseFrame frame, List<HeaderView> headers, Paging paging) implements BrowsePage {

    static IdentifiersPage of(OaiResponse.ListIdentifiers answer, BrowseRequest asked, BrowseFrame frame, BrowseLinks links) {
        MetadataPrefix prefix = asked.prefix();
        return new IdentifiersPage(frame, answer.headers().stream().map(header -> HeaderView.of(header, prefix, links)).toList(),
                Paging.of(answer.headers().size(), "record", answer.resumptionToken(), links,
                        new OaiRequest.ListIdentifiers(asked.selection(), null),
                        token -> new OaiRequest.ListIdentifiers(null, token)));
    }

    @Override
    public String template() {
        return "browse/identifiers.jte";
    }
}
