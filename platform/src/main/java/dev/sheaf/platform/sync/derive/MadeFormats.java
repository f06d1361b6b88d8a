package dev.sheaf.platform.sync.derive;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.formats.crosswalk.TargetFormat;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.OwnCrosswalk;

/** Formats into which records can be converted, by Sheaf's crosswalks or by the present crosswalks of the operator. Immutable. */
public final class MadeFormats {

    private final List<OwnCrosswalk> own;

    /** Reads the operator's crosswalks. */
    public MadeFormats(HubStore store) {
        this.own = store.ownCrosswalks().all();
    }

    /** Returns the format with a prefix; empty if no crosswalk makes it. */
    public Optional<TargetFormat> of(MetadataPrefix prefix) {
        return TargetFormat.of(prefix)
                .or(() -> own.stream().filter(crosswalk -> crosswalk.to().prefix().equals(prefix)).findFirst()
                        .map(crosswalk -> new TargetFormat(crosswalk.to())));
    }

    /** Returns the operator's crosswalks to a format, by name. They have priority over Sheaf's own. */
    List<OwnCrosswalk> to(TargetFormat format) {
        return own.stream().filter(crosswalk -> crosswalk.to().prefix().equals(format.prefix())).toList();
    }

    /** Returns a number that identifies the versions of all crosswalks to a format; that of Sheaf's own if the operator has none. */
    public int edition(TargetFormat format) {
        int version = format.version();
        for (OwnCrosswalk crosswalk : to(format)) {
            version = 31 * version + Arrays.hashCode(crosswalk.stylesheet());
            version = 31 * version + String.valueOf(crosswalk.fromPrefix()).hashCode()
                    + String.valueOf(crosswalk.fromNamespace()).hashCode();
        }
        return version;
    }

    /** Returns the prefixes that an operator may choose for a source: all but oai_dc, which is always derived. */
    public List<String> choosable() {
        return Stream
                .concat(TargetFormat.builtIn().stream().map(TargetFormat::prefix),
                        own.stream().map(crosswalk -> crosswalk.to().prefix()))
                .filter(prefix -> !prefix.equals(MetadataPrefix.OAI_DC)).map(MetadataPrefix::value).distinct().toList();
    }

    /** Returns whether no other crosswalk makes the same format. */
    public boolean isOnly(OwnCrosswalk crosswalk) {
        TargetFormat format = new TargetFormat(crosswalk.to());
        return TargetFormat.of(format.prefix()).isEmpty() && to(format).size() == 1;
    }

    /** Returns an error that names the prefixes that cannot be chosen; empty if all can. */
    public Optional<String> fault(Collection<MetadataPrefix> chosen) {
        return chosen.stream().filter(prefix -> !choosable().contains(prefix.value())).findFirst()
                .map(prefix -> "'" + prefix.value() + "' is none of " + String.join(", ", choosable()));
    }
}
