/**
 * Programs of this jar that a node runs beside itself, such as simulators. Owns no table and no
 * address.
 */
package io.tributary.process;
