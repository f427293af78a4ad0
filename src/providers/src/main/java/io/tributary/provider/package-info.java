/**
 * What a provider is: descriptor, adapter parts and the faults they sort. Each adapter is a package
 * below. Owns no table; the catalogue of slugs is a resource file.
 */
package io.tributary.provider;
