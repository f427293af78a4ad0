/**
 * Appointments for sample collection: sites, home-visit areas, free slots, bookings and their
 * effect on orders.
 *
 * <p>Owns the tables {@code zip_code}, {@code lab_site}, {@code lab_scheduling}, {@code
 * phlebotomy_area}, {@code site_availability} and {@code appointment*}, the bus address {@code
 * appointment.command} and the events {@code labtest.appointment.created} and {@code
 * labtest.appointment.updated}. Sites and zip codes come from files in the catalogue folder. {@link
 * io.tributary.lab.appointment.AppointmentLifecycle} makes every step; {@link
 * io.tributary.lab.appointment.OrderAppointmentSync} follows the order's moves.
 *
 * <p>Start with {@link io.tributary.lab.appointment.Appointments}.
 */
package io.tributary.lab.appointment;
