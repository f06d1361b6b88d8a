package dev.sheaf.core.description;

import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Wishes of a repository or set for its appearance (guidelines for branding).
 *
 * @param collectionIcon null when there is none
 * @param metadataRenderings style sheets for the metadata of its records
 */
public record Branding(@Nullable CollectionIcon collectionIcon,
        List<MetadataRendering> metadataRenderings) implements Description {

    /** Copies the list. */
    public Branding {
        metadataRenderings = List.copyOf(metadataRenderings);
    }

    /**
     * A picture, 88 by 31 pixels by recommendation.
     *
     * @param url of a PNG or GIF
     * @param link target of a click on the picture; null if there is none
     * @param title for people; null when there is none
     * @param width in pixels; null if not stated
     * @param height in pixels; null if not stated
     */
    public record CollectionIcon(String url, @Nullable String link, @Nullable String title, @Nullable Integer width,
            @Nullable Integer height) {

        /** Checks addresses and sizes. */
        public CollectionIcon {
            url = Check.uri("url of an icon", url);
            link = Check.optionalUri("link of an icon", link);
            title = Check.optional(title);
            checkPixels("width", width);
            checkPixels("height", height);
        }

        private static void checkPixels(String what, @Nullable Integer pixels) {
            if (pixels != null && pixels < 1) {
                throw new IllegalArgumentException("the " + what + " of an icon is a number of pixels, not " + pixels);
            }
        }
    }

    /**
     * A style sheet that shows the metadata part of a GetRecord response.
     *
     * @param url of the style sheet
     * @param metadataNamespace of the metadata format that it renders
     * @param mimeType as the schema wants it, {@code text/xsl} or {@code text/css}: lower-case letters around a slash
     */
    public record MetadataRendering(String url, String metadataNamespace, String mimeType) {

        private static final Pattern MIME_TYPE = Pattern.compile("[a-z]+/[a-z]+");

        /** Checks all components. */
        public MetadataRendering {
            url = Check.uri("url of a style sheet", url);
            metadataNamespace = Check.uri("metadataNamespace of a style sheet", metadataNamespace);
            mimeType = Check.text("mimeType of a style sheet", mimeType);
            if (!MIME_TYPE.matcher(mimeType).matches()) {
                throw new IllegalArgumentException(
                        "'" + mimeType + "' is not like text/xsl or text/css, as the mimeType of a style"
                                + " sheet must be: lower-case letters, a slash, lower-case letters");
            }
        }
    }
}
