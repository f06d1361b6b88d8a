package dev.sheaf.platform.web.browse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;

/**
 * Page of the sets of a repository as a tree.
 *
 * @param sets sets without a parent on this page; the others are below them
 * @param paging position of the page in the list
 */
public record SetsPage(BrowseFrame frame, List<Node> sets, Paging paging) implements BrowsePage {

    /** Largest depth of the displayed tree, because each level is a list inside a list. */
    private static final int DEEPEST = 30;

    /**
     * Set and its subsets.
     *
     * @param spec its spec
     * @param name name for people
     * @param recordsHref link to its records
     * @param identifiersHref link to their headers
     * @param descriptions its setDescription containers
     * @param children subsets on the same page
     */
    public record Node(String spec, String name, String recordsHref, String identifiersHref, List<ContainerView> descriptions,
            List<Node> children) {}

    static SetsPage of(OaiResponse.ListSets answer, BrowseFrame frame, BrowseLinks links) {
        Map<SetSpec, Node> nodes = new LinkedHashMap<>();
        answer.sets().forEach(set -> nodes.put(set.spec(), node(set, links)));
        List<Node> roots = new ArrayList<>();
        nodes.forEach((spec, node) -> siblings(spec, nodes, roots).add(node));
        return new SetsPage(frame, roots, Paging.of(answer.sets().size(), "set", answer.resumptionToken(), links,
                new OaiRequest.ListSets(null), OaiRequest.ListSets::new));
    }

    /** Returns the list for a set: that of its nearest ancestor on this page. */
    private static List<Node> siblings(SetSpec spec, Map<SetSpec, Node> nodes, List<Node> roots) {
        List<SetSpec> ancestors = spec.ancestors();
        for (SetSpec ancestor : ancestors.subList(0, Math.min(DEEPEST, ancestors.size())).reversed()) {
            Node parent = nodes.get(ancestor);
            if (parent != null) {
                return parent.children();
            }
        }
        return roots;
    }

    private static Node node(OaiSet set, BrowseLinks links) {
        return new Node(set.spec().value(), set.name(), links.toSet(MetadataPrefix.OAI_DC, set.spec()),
                links.to(new OaiRequest.ListIdentifiers(new Selection(MetadataPrefix.OAI_DC, null, null, set.spec()), null)),
                set.descriptions().stream().map(ContainerView::of).toList(), new ArrayList<>());
    }

    @Override
    public String template() {
        return "browse/sets.jte";
    }
}
