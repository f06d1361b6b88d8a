/**
 * Signed requests at the hub's side ({@link dev.sheaf.harvester.signatures.WebBotAuth#REVISION}): the directory of its own key, and the
 * verification of the signatures of clients, which gives a verified signer a quota of its own. A request whose signature cannot be verified
 * is treated like one without.
 */
@NullMarked
package dev.sheaf.platform.signatures;

import org.jspecify.annotations.NullMarked;
