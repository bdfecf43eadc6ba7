-- For wrk: sends the requests of a file in turn, starting anywhere in it, and prints one line of JSON with the
-- number of requests and of failures. What stands in a request for a number (UNIQUE in throughput.py) is replaced
-- by one that no other request of the last days had, and what stands for a
-- random one (RANDOM) by that.

local raw = {}
local position = 0
local UNIQUE = '000unique000'
local RANDOM = '000random000000000000000000'
local number = os.time() % 1000000 * 1000000

function init(arguments)
  local file = io.open(arguments[1], 'rb')
  local length = file:read('*n')
  while length do
    file:read(1)
    raw[#raw + 1] = file:read(length)
    length = file:read('*n')
  end
  file:close()
  math.randomseed(os.time())
  position = math.random(#raw)
end

function request()
  position = position % #raw + 1
  local text = raw[position]
  if string.find(text, RANDOM, 1, true) then
    text = string.gsub(text, RANDOM, random_number)
  end
  if not string.find(text, UNIQUE, 1, true) then
    return text
  end
  number = number + 1
  return (string.gsub(text, UNIQUE, string.format('%012.0f', number)))
end

function random_number()
  return string.format('%09d%09d%09d', math.random(0, 999999999), math.random(0, 999999999), math.random(0, 999999999))
end

function done(summary)
  local errors = summary.errors
  print(string.format(
    '{"requests": %d, "microseconds": %d, "error_statuses": %d, "no_responses": %d}',
    summary.requests, summary.duration, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
