package dev.sheaf.platform.web.browse;

import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.provider.DataProvider;

/**
 * Layout around every page of a repository.
 *
 * @param heading heading of the page
 * @param verb verb of the answer, as in the protocol; empty if the request had none
 * @param repositoryName name of the repository, for people
 * @param baseUrl base URL of the repository, for harvesters
 * @param repositoryHref link to its first page
 * @param tabs links to the verbs without arguments
 * @param rawHref link to the same answer as XML
 * @param form form for all other requests
 * @param feedHref link to the Atom feed of the repository, or of the set of a list
 */
public record BrowseFrame(String heading, String verb, String repositoryName, String baseUrl, String repositoryHref,
        List<Tab> tabs,
        String rawHref, BrowseForm form, String feedHref) {

    /**
     * Link to a page of the repository.
     *
     * @param label label for people
     * @param href address
     * @param current true for the present page
     */
    public record Tab(String label, String href, boolean current) {}

    static BrowseFrame of(OaiResponse.Answer answer, BrowseRequest asked, DataProvider provider, BrowseLinks links) {
        Verb verb = asked.verb();
        return new BrowseFrame(heading(answer), verb == null ? "" : verb.text(), name(provider), provider.baseUrl(),
                links.start(), tabs(answer, asked, links), links.raw(asked.arguments()), BrowseForm.of(asked, provider, links),
                links.feed(asked.value("set")));
    }

    private static String heading(OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.Errors _ -> "This request cannot be answered";
            case OaiResponse.Identify identify -> identify.description().repositoryName();
            case OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _ -> "Formats";
            case OaiResponse.ListSets _ -> "Sets";
            case OaiResponse.ListIdentifiers _ -> "Identifiers";
            case OaiResponse.ListRecords _ -> "Records";
            case OaiResponse.GetRecord got -> got.record().identifier();
        };
    }

    private static String name(DataProvider provider) {
        return provider.answer(new OaiRequest.Identify()).answer() instanceof OaiResponse.Identify identify
                ? identify.description().repositoryName()
                : provider.baseUrl();
    }

    private static List<Tab> tabs(OaiResponse.Answer answer, BrowseRequest asked, BrowseLinks links) {
        boolean list = answer instanceof OaiResponse.ListRecords || answer instanceof OaiResponse.ListIdentifiers;
        // Links between the two lists keep all chosen values.
        Selection selection = list ? asked.selection() : Selection.all(MetadataPrefix.OAI_DC);
        return List.of(new Tab("About", links.to(new OaiRequest.Identify()), asked.verb() == Verb.IDENTIFY),
                new Tab("Formats", links.to(new OaiRequest.ListMetadataFormats(null)),
                        asked.verb() == Verb.LIST_METADATA_FORMATS),
                new Tab("Sets", links.to(new OaiRequest.ListSets(null)), asked.verb() == Verb.LIST_SETS),
                new Tab("Records", links.to(new OaiRequest.ListRecords(selection, null)), asked.verb() == Verb.LIST_RECORDS),
                new Tab("Identifiers", links.to(new OaiRequest.ListIdentifiers(selection, null)),
                        asked.verb() == Verb.LIST_IDENTIFIERS));
    }

    /** Returns a copy with another heading. */
    BrowseFrame under(String other) {
        return new BrowseFrame(other, verb, repositoryName, baseUrl, repositoryHref, tabs, rawHref, form, feedHref);
    }

    /** Returns the title of the page for the browser. */
    public String title() {
        return (heading.equals(repositoryName) ? "" : heading + " \u2013 ") + repositoryName;
    }
}
