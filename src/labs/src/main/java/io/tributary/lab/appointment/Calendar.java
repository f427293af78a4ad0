package io.tributary.lab.appointment;

import java.time.ZoneId;

/**
 * A bookable calendar: a site of a laboratory, or a home-visit provider in a zip code.
 *
 * @param code the site's code, or the zip code
 */
record Calendar(AppointmentType type, String provider, String code, ZoneId zone, int price) {}
