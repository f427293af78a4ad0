package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneId;

/**
 * Location of an appointment and the calendar that it is booked in.
 *
 * @param confirmation how the appointment is confirmed
 */
record BookingLocation(
    Calendar calendar,
    JsonNode address,
    double lat,
    double lng,
    ZoneId zone,
    Confirmation confirmation) {}
