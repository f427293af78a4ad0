/**
 * Insurance billing: insurances of users, payors and their codes, ICD-10-CM diagnoses.
 *
 * <p>Owns the tables {@code insurance} and {@code payor*} and the bus address {@code
 * insurance.command}. Payors for every team come from a file in the catalogue folder, diagnoses
 * from a bundled resource. Names and addresses are stored encrypted.
 *
 * <p>Start with {@link io.tributary.lab.insurance.InsuranceService}.
 */
package io.tributary.lab.insurance;
