/**
 * The client side of Notify and PushMetadata: notifies a service provider of changes, or sends it the records. Also the client sides of
 * WebSub.
 */
@NullMarked
package dev.sheaf.harvester.announce;

import org.jspecify.annotations.NullMarked;
