package dev.sheaf.platform.web.admin;

import org.jspecify.annotations.Nullable;

/**
 * The page that asks for the password.
 *
 * @param next where to go when it is right
 * @param error what was wrong; null when nothing was yet
 * @param isClosed true when no password is set
 */
public record LoginPage(String next, @Nullable String error, boolean isClosed) {}
