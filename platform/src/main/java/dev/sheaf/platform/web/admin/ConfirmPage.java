package dev.sheaf.platform.web.admin;

import org.jspecify.annotations.Nullable;

/**
 * Asks whether something is really wanted.
 *
 * @param frame what stands around it
 * @param question what would be done, and what that means
 * @param action where the form goes
 * @param button what stands on it
 * @param box a box that can be ticked, its name; null when there is none
 * @param boxLabel what ticking it means
 * @param backHref where nothing is done
 */
public record ConfirmPage(AdminFrame frame, String question, String action, String button, @Nullable String box, String boxLabel,
        String backHref) {}
