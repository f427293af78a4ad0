package io.tributary.lab.appointment;

import java.time.ZoneId;

/**
 * What has a calendar: a site of a laboratory, or who comes to a zip code.
 *
 * @param code of the site, or the zip code
 */
record Calendar(AppointmentType type, String provider, String code, ZoneId zone, int price) {}
