/**
 * What laboratories measure: labs, markers, questions, prices, the tests made of them, and the way
 * from one lab's codes to another's. Owns the tables lab*, loinc, marker* and the address
 * lab_test.command; the catalogue itself comes from files.
 */
package io.tributary.lab.catalogue;
