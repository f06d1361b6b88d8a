package dev.sheaf.platform.proxy;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;

/**
 * Knowledge of the hub about a source before a request.
 *
 * @param formats formats of the harvested records; empty if nothing was harvested
 * @param stated formats that the source last stated, which harvests also use; empty if they are unknown
 * @param granularity granularity in Identify; null if it is unknown
 */
record KnownSource(List<MetadataFormat> formats, List<MetadataFormat> stated, @Nullable Granularity granularity) {

    KnownSource {
        formats = List.copyOf(formats);
        stated = List.copyOf(stated);
    }

    /** Returns a legal datestamp in the granularity of Identify; unchanged if that is unknown. */
    Datestamp fitting(Datestamp datestamp) {
        return fitting(datestamp, granularity);
    }

    /** Returns a legal datestamp in a granularity: the day of a second, or the first second of a day. */
    static Datestamp fitting(Datestamp datestamp, @Nullable Granularity wanted) {
        Instant instant = datestamp.instant().orElse(null);
        return wanted == null || instant == null || datestamp.granularity().filter(wanted::equals).isPresent()
                ? datestamp
                : Datestamp.of(instant, wanted);
    }
}
