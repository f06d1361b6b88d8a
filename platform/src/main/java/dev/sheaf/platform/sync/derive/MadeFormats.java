package dev.sheaf.platform.sync.derive;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.platform.crosswalk.TargetFormat;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.OwnCrosswalk;

/** The formats that records can be made in: those of the program, and those of the operator's own crosswalks as they are now. Immutable. */
public final class MadeFormats {

    private final List<OwnCrosswalk> own;

    /** Reads the operator's crosswalks. */
    public MadeFormats(HubStore store) {
        this.own = store.ownCrosswalks().all();
    }

    /** The format of a prefix; empty when nothing makes it. */
    public Optional<TargetFormat> of(MetadataPrefix prefix) {
        return TargetFormat.of(prefix)
                .or(() -> own.stream().filter(crosswalk -> crosswalk.to().prefix().equals(prefix)).findFirst()
                        .map(crosswalk -> new TargetFormat(crosswalk.to())));
    }

    /** The operator's crosswalks to a format, by name. They come before the program's own. */
    List<OwnCrosswalk> to(TargetFormat format) {
        return own.stream().filter(crosswalk -> crosswalk.to().prefix().equals(format.prefix())).toList();
    }

    /**
     * A number that differs from those of other editions of the crosswalks to a format: the edition of the program's, where the operator has
     * none.
     */
    public int edition(TargetFormat format) {
        int version = format.version();
        for (OwnCrosswalk crosswalk : to(format)) {
            version = 31 * version + Arrays.hashCode(crosswalk.stylesheet());
            version = 31 * version + String.valueOf(crosswalk.fromPrefix()).hashCode()
                    + String.valueOf(crosswalk.fromNamespace()).hashCode();
        }
        return version;
    }

    /** The prefixes that an operator may choose for a source: all but oai_dc, which is always made. */
    public List<String> choosable() {
        return Stream
                .concat(TargetFormat.builtIn().stream().map(TargetFormat::prefix),
                        own.stream().map(crosswalk -> crosswalk.to().prefix()))
                .filter(prefix -> !prefix.equals(MetadataPrefix.OAI_DC)).map(MetadataPrefix::value).distinct().toList();
    }

    /** True when nothing but a crosswalk makes the format that it makes. */
    public boolean isOnly(OwnCrosswalk crosswalk) {
        TargetFormat format = new TargetFormat(crosswalk.to());
        return TargetFormat.of(format.prefix()).isEmpty() && to(format).size() == 1;
    }

    /** Says which of some prefixes cannot be chosen; empty when all can. */
    public Optional<String> fault(Collection<MetadataPrefix> chosen) {
        return chosen.stream().filter(prefix -> !choosable().contains(prefix.value())).findFirst()
                .map(prefix -> "'" + prefix.value() + "' is none of " + String.join(", ", choosable()));
    }
}
