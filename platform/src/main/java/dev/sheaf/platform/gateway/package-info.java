/**
 * The static repository gateway (Specification for an OAI Static Repository and an OAI Static Repository Gateway, 2004): it answers
 * OAI-PMH requests for XML files on other web servers.
 *
 * <p>{@link dev.sheaf.platform.gateway.Mediator} checks before each answer whether the file has changed. The file on the web stays the only
 * source of its records: the gateway keeps a copy for speed, which it never uses without that check.
 */
@NullMarked
package dev.sheaf.platform.gateway;

import org.jspecify.annotations.NullMarked;
