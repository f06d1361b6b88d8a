package dev.sheaf.platform.web.admin;

import org.jspecify.annotations.Nullable;

/**
 * Page that asks for the password.
 *
 * @param next address after the login
 * @param error error message; null if there is none
 * @param isClosed true if no password is set
 */
public record LoginPage(String next, @Nullable String error, boolean isClosed) {}
