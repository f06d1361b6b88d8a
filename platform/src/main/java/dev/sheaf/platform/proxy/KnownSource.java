package dev.sheaf.platform.proxy;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;

/**
 * Knowledge of the hub about a source before it is asked.
 *
 * @param formats of its records, as the hub has harvested them; none when it has not
 * @param stated formats as the source last stated them, the same that its harvests go by; none when nobody has seen them yet
 * @param granularity that its Identify announces; null when nobody has seen it yet
 */
record KnownSource(List<MetadataFormat> formats, List<MetadataFormat> stated, @Nullable Granularity granularity) {

    KnownSource {
        formats = List.copyOf(formats);
        stated = List.copyOf(stated);
    }

    /** Returns a legal datestamp in the granularity that is announced; as it is when none is known. */
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
