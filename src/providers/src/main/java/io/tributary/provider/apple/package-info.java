/**
 * Apple Health's export file as records of the model: reads the XML element by element in constant
 * memory, maps types and units, and joins what spans many elements. Pure: no database, no clock.
 */
package io.tributary.provider.apple;
