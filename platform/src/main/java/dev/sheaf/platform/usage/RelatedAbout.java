package dev.sheaf.platform.usage;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.usage.RelatedRecords.Related;
import dev.sheaf.provider.AddedAbout;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.enrichments.ItemKey;

/**
 * Containers that name the records that are read together with a served one. They name records of sources that everybody may see, because a
 * response may be kept by caches and passed on. Immutable.
 *
 * @param repository id of the source or aggregate that serves the records
 * @param context what all repositories of a hub share
 */
record RelatedAbout(String repository, Context context) implements AddedAbout {

    /**
     * Collaborators of all repositories.
     *
     * @param open tells whether everybody may see a source, by its id
     * @param version returns a text that changes with every computation of relations
     * @param hubUrl public address of the hub, without a slash at its end
     */
    record Context(HubStore store, RelatedRecords related, Predicate<String> open, Supplier<String> version, String hubUrl) {}

    @Override
    public String version() {
        return context.version().get();
    }

    @Override
    public Optional<XmlFragment> of(String identifier, MetadataPrefix prefix) {
        // An aggregate has no items of its own: its id is that of no source.
        List<Related> found = context.related().of(new ItemKey(repository, identifier), context.open());
        if (found.isEmpty()) {
            found = context.store().shown(repository, identifier, prefix)
                    .map(copy -> context.related().of(new ItemKey(copy.source(), copy.identifier()), context.open()))
                    .orElse(List.of());
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(container(found));
    }

    private XmlFragment container(List<Related> related) {
        ElementWriter xml = new ElementWriter().start("related").attribute("xmlns", UsageNamespace.URI)
                .attribute("xmlns:xsi", Namespaces.XSI)
                .attribute("xsi:schemaLocation", UsageNamespace.URI + " " + context.hubUrl() + UsageNamespace.PATH);
        for (Related record : related) {
            xml.start("record").attribute("identifier", record.item().identifier())
                    .attribute("repository", context.hubUrl() + Routes.oai(record.item().source()))
                    .attribute("together", Long.toString(record.together())).attribute("score", record.score()).end();
        }
        return xml.end().fragment();
    }
}
