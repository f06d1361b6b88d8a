package dev.sheaf.platform.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.SetSpec;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.RightsManifest;
import dev.sheaf.provider.AddedDescriptions;

/** Reader of the three sections that describe a repository: {@code descriptions}, {@code rights} and {@code sets}. */
public final class AddedDescriptionsSection {

    private AddedDescriptionsSection() {}

    /**
     * Reads the three sections. The caller reads the other entries of the repository's section.
     *
     * @throws ConfigurationException if a name is unknown or a value cannot be used; the message names its path, such as
     *     {@code repositories.theses.descriptions.friends[2]}
     */
    public static AddedDescriptions read(Section repository) throws ConfigurationException {
        List<Description> descriptions = new ArrayList<>(DescriptionsSection.ofRepository(repository.section("descriptions")));
        RightsSection rights = RightsSection.ofRepository(repository);
        RightsManifest manifest = rights.manifest();
        if (manifest != null) {
            descriptions.add(manifest);
        }
        Section sets = repository.section("sets");
        Map<String, AddedDescriptions.OfSet> ofSets = new HashMap<>();
        for (String spec : sets.names()) {
            if (!new SetSpec(spec).isLegal()) {
                throw new ConfigurationException(
                        sets.path() + ": '" + spec + "' is not a setSpec; it is made of letters, digits and"
                                + " - _ . ! ~ * ' ( ) with colons between its levels");
            }
            ofSets.put(spec, set(sets.section(spec)));
        }
        return new AddedDescriptions(descriptions, rights.ofRecords(), ofSets);
    }

    private static AddedDescriptions.OfSet set(Section set) throws ConfigurationException {
        String name = set.text("name");
        List<Description> descriptions = new ArrayList<>(DescriptionsSection.ofSet(set));
        RightsManifest manifest = RightsSection.ofSet(set);
        if (manifest != null) {
            descriptions.add(manifest);
        }
        set.end();
        return new AddedDescriptions.OfSet(name == null || name.isBlank() ? null : name.strip(), descriptions);
    }
}
