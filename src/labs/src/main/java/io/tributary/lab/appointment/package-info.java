/**
 * Where and when samples are taken: places, free times, appointments and what they do to orders.
 * Owns the tables zip_place, lab_site, lab_scheduling, phlebotomy_area, appointment* and the
 * address appointment.command; places come from a file.
 */
package io.tributary.lab.appointment;
