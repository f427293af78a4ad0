/**
 * What is needed to bill an insurance: insurances of users, payors and their codes, diagnoses of
 * ICD-10-CM. Owns the tables insurance and payor* and the address insurance.command; payors for
 * every team come from a file, diagnoses from a resource.
 */
package io.tributary.lab.insurance;
