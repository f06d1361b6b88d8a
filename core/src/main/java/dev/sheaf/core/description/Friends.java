package dev.sheaf.core.description;

import java.util.List;

/**
 * Other repositories that a repository knows (guidelines for friends).
 *
 * @param baseUrls http or https, in order
 */
public record Friends(List<String> baseUrls) implements Description {

    /** Copies and checks the addresses. */
    public Friends {
        baseUrls = baseUrls.stream().map(url -> Check.webAddress("base URL of a friend", url)).toList();
    }
}
