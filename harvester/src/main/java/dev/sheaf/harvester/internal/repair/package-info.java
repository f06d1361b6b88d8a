/**
 * Internal, and nobody's API: other modules must not use this package, and it may change without notice.
 *
 * <p>Reads responses that are not what they should be: {@link dev.sheaf.harvester.internal.repair.BodyReader} puts right what can be put
 * right, takes the other records one by one, keeps what cannot be read with its bytes, and tells of everything that it did. It takes bytes
 * and a Content-Type, wherever they come from, and gives the response and its repaired bytes. Nothing is done to a response that can be read
 * as it is. Time is linear in its size, and so is memory.
 */
@NullMarked
package dev.sheaf.harvester.internal.repair;

import org.jspecify.annotations.NullMarked;
